package dev.stampede.sample.demo;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

import dev.stampede.OnLose;
import dev.stampede.StampedeOperations;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.event.StampedeListener;
import dev.stampede.key.EntryKey;
import dev.stampede.policy.StampedePolicy;
import dev.stampede.redis.RedisEntryStore;
import dev.stampede.sample.CardSet;
import dev.stampede.store.KeyState.EntryState;

/**
 * One instance within this process: an engine with flights of its own, on a connection of
 * its own to the one Redis. It is what the auto-configuration makes once per application.
 */
final class RaceNode implements AutoCloseable {

	private static final Duration KEPT = Duration.ofMinutes(1);

	private static final Duration STALE_AT_ONCE = Duration.ofMillis(1);

	private final ExecutorService executor;

	private final ScheduledExecutorService scheduler;

	private final RedisEntryStore store;

	private final StampedeEngine engine;

	RaceNode(RedisConnectionFactory redis, String keyPrefix, StampedeListener listener) {
		CustomizableThreadFactory threads = new CustomizableThreadFactory("race-");
		threads.setDaemon(true);
		this.executor = Executors.newCachedThreadPool(threads);
		this.scheduler = Executors.newSingleThreadScheduledExecutor(threads);
		this.store = RedisEntryStore.builder(redis, this.executor, this.scheduler).keyPrefix(keyPrefix).build();
		this.engine = StampedeEngine.builder(this.store, this.executor, this.scheduler)
			.listeners(List.of(listener))
			.build();
	}

	@Nullable CardSet call(OnLose onLose, String key, Callable<CardSet> source) {
		return operations(onLose, KEPT).get(cache(onLose), key, CardSet.class, source);
	}

	// Leaves an entry that is stale when this returns.
	void leaveStale(OnLose onLose, String key, Callable<CardSet> source) throws InterruptedException {
		operations(onLose, STALE_AT_ONCE).get(cache(onLose), key, CardSet.class, source);
		while (this.engine.inspect(EntryKey.of(cache(onLose), key)).entry() == EntryState.FRESH) {
			Thread.sleep(STALE_AT_ONCE.toMillis());
		}
	}

	void evict(OnLose onLose, String key) {
		operations(onLose, KEPT).evict(cache(onLose), key);
	}

	@Override
	public void close() {
		this.engine.close();
		this.store.close();
		this.executor.shutdown();
		this.scheduler.shutdownNow();
	}

	private StampedeOperations operations(OnLose onLose, Duration ttl) {
		StampedePolicy policy = StampedePolicy.builder().ttl(ttl).staleTtl(KEPT).onLose(onLose).build();
		return StampedeEngine.operations(this.engine, this.store, (cacheName, annotation) -> policy);
	}

	private static String cache(OnLose onLose) {
		return onLose.name();
	}

}
