package dev.stampede.faults;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.UnaryOperator;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import dev.stampede.OnLose;
import dev.stampede.StampedeOperations;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.near.CaffeineNearStorage;
import dev.stampede.policy.PolicySettings;
import dev.stampede.policy.StampedePolicy;
import dev.stampede.redis.RedisEntryStore;
import dev.stampede.redis.RedisEntryStoreBuilder;
import dev.stampede.store.StoreState.WakeUp;
import dev.stampede.testing.EventCounts;

/**
 * One instance of an application: its connections, a store and an engine on them, and a
 * count of what happens. Losers wait; locks live for ten seconds.
 */
final class AppInstance implements AutoCloseable {

	static final String CACHE = "prices";

	private static final Duration LIMIT = Duration.ofSeconds(60);

	private final RedisConnectionFactory connections;

	private final ExecutorService executor = Executors.newCachedThreadPool();

	private final ScheduledExecutorService scheduler = scheduler();

	private final EventCounts events = new EventCounts();

	private final RedisEntryStore store;

	private final StampedeEngine engine;

	private final StampedeOperations operations;

	private AppInstance(RedisConnectionFactory connections, PolicySettings settings,
			UnaryOperator<RedisEntryStoreBuilder> customizer) {
		this.connections = connections;
		this.store = customizer
			.apply(RedisEntryStore.builder(connections, this.executor, this.scheduler)
				.listener(this.events)
				.timeout(Duration.ofSeconds(1))
				.retryAfter(Duration.ofMillis(200)))
			.build();
		this.engine = StampedeEngine.builder(this.store, this.executor, this.scheduler)
			.listeners(List.of(this.events))
			.shutdownTimeout(Duration.ofSeconds(1))
			.near(new CaffeineNearStorage())
			.build();
		this.operations = StampedeEngine.operations(this.engine, this.store,
				(cacheName, annotation) -> StampedePolicy.resolve(settings));
	}

	static AppInstance on(RedisConnectionFactory connections) {
		return on(connections, (builder) -> builder);
	}

	static AppInstance on(RedisConnectionFactory connections, UnaryOperator<RedisEntryStoreBuilder> customizer) {
		return new AppInstance(connections, policy(Duration.ofMinutes(10)), customizer);
	}

	/**
	 * Starts one with a near cache, which says so when it fills.
	 */
	static AppInstance near(RedisConnectionFactory connections, Duration nearTtl) {
		return new AppInstance(connections,
				policy(Duration.ofMinutes(10)).toBuilder().nearTtl(nearTtl).nearMaxEntries(100).build(),
				(builder) -> builder.tellEveryFill((cacheName) -> true));
	}

	static AppInstance on(RedisConnectionFactory connections, Duration ttl) {
		return new AppInstance(connections, policy(ttl), (builder) -> builder);
	}

	@Nullable String get(String key, Callable<String> source) {
		return this.operations.get(CACHE, key, String.class, source);
	}

	/**
	 * Calls on a thread of its own.
	 */
	CompletableFuture<@Nullable String> getLater(String key, Callable<String> source) {
		return CompletableFuture.supplyAsync(() -> get(key, source), this.executor);
	}

	StampedeOperations operations() {
		return this.operations;
	}

	StampedeEngine engine() {
		return this.engine;
	}

	RedisEntryStore store() {
		return this.store;
	}

	RedisConnectionFactory connections() {
		return this.connections;
	}

	EventCounts events() {
		return this.events;
	}

	void awaitSubscription() {
		until(() -> this.store.state().wakeUp() == WakeUp.SUBSCRIBED);
	}

	static void until(Callable<Boolean> condition) {
		Awaitility.await().atMost(LIMIT).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(10)).until(condition);
	}

	@Override
	public void close() {
		this.engine.close();
		this.store.close();
		this.executor.shutdownNow();
		this.scheduler.shutdownNow();
		if (this.connections instanceof DisposableBean bean) {
			destroy(bean);
		}
	}

	private static void destroy(DisposableBean bean) {
		try {
			bean.destroy();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static PolicySettings policy(Duration ttl) {
		return PolicySettings.builder()
			.ttl(ttl)
			.lockTtl(Duration.ofSeconds(10))
			.onLose(OnLose.POLL)
			.waitTimeout(Duration.ofSeconds(25))
			.build();
	}

	// as the auto-configuration makes it: a timer that is over leaves nothing
	private static ScheduledExecutorService scheduler() {
		ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
		scheduler.setRemoveOnCancelPolicy(true);
		return scheduler;
	}

}
