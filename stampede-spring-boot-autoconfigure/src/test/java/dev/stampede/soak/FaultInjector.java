package dev.stampede.soak;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import dev.stampede.testing.RedisServer;
import dev.stampede.testing.RespClient;

/**
 * Injects faults one after the other, in an order that its seed decides: every deck holds
 * each of them, and ends with a quiet spell.
 */
final class FaultInjector {

	private static final Map<SoakFault, Integer> DECK = Map.ofEntries(Map.entry(SoakFault.KEY_EVICTED, 8),
			Map.entry(SoakFault.KEY_PUT, 6), Map.entry(SoakFault.LOCK_DELETED, 6),
			Map.entry(SoakFault.CACHE_CLEARED, 2), Map.entry(SoakFault.SUBSCRIPTIONS_KILLED, 2),
			Map.entry(SoakFault.SCRIPTS_FLUSHED, 2), Map.entry(SoakFault.REDIS_FLUSHED, 1),
			Map.entry(SoakFault.CONNECTIONS_KILLED, 1), Map.entry(SoakFault.REDIS_PAUSED, 1),
			Map.entry(SoakFault.REDIS_RESTARTED, 1), Map.entry(SoakFault.MEMBER_KILLED, 1));

	private static final int QUIET_FAULTS = 20;

	private static final double IN_FLIGHT = 0.75;

	private final SoakFleet fleet;

	private final SoakSource source;

	private final RedisServer redis;

	private final History history;

	private final FaultLog faults;

	private final Random random;

	private final Deque<SoakFault> deck = new ArrayDeque<>();

	FaultInjector(SoakFleet fleet, SoakSource source, RedisServer redis, History history, FaultLog faults,
			Random random) {
		this.fleet = fleet;
		this.source = source;
		this.redis = redis;
		this.history = history;
		this.faults = faults;
		this.random = random;
		shuffle();
	}

	/**
	 * Injects the next fault, and lets some time pass.
	 */
	void next() throws InterruptedException, IOException {
		if (this.deck.isEmpty()) {
			quietSpell();
			shuffle();
		}
		inject(this.deck.remove());
	}

	/**
	 * Returns whether every fault has been injected.
	 */
	boolean hasInjectedAll() {
		return DECK.keySet().stream().allMatch((fault) -> this.faults.total(fault) > 0);
	}

	private void shuffle() {
		List<SoakFault> cards = new ArrayList<>();
		Stream.of(SoakFault.values())
			.filter(DECK::containsKey)
			.forEach((fault) -> cards.addAll(Collections.nCopies(DECK.getOrDefault(fault, 0), fault)));
		Collections.shuffle(cards, this.random);
		this.deck.addAll(cards);
	}

	// long enough for outages to be over, with evictions as before
	private void quietSpell() throws InterruptedException, IOException {
		for (int i = 0; i < QUIET_FAULTS; i++) {
			inject(this.random.nextBoolean() ? SoakFault.KEY_EVICTED : SoakFault.LOCK_DELETED);
			pause(100, 300);
		}
	}

	private void inject(SoakFault fault) throws InterruptedException, IOException {
		switch (fault) {
			case KEY_EVICTED -> evict();
			case KEY_PUT -> put();
			case CACHE_CLEARED -> clear();
			case LOCK_DELETED -> deleteLock();
			case REDIS_FLUSHED -> command(fault, "FLUSHALL");
			case SCRIPTS_FLUSHED -> command(fault, "SCRIPT", "FLUSH");
			case SUBSCRIPTIONS_KILLED -> command(fault, "CLIENT", "KILL", "TYPE", "pubsub");
			case CONNECTIONS_KILLED -> {
				command(fault, "CLIENT", "KILL", "TYPE", "normal");
				pause(500, 1000);
			}
			case REDIS_PAUSED -> pauseRedis();
			case REDIS_RESTARTED -> restartRedis();
			case MEMBER_KILLED -> this.fleet.killMember(this.random.nextInt(Integer.MAX_VALUE));
			default -> throw new IllegalArgumentException(fault.name());
		}
		pause(20, 100);
	}

	private void evict() {
		EntryHistory entry = randomEntry();
		SoakProcess member = randomMember();
		FaultLog.Window window = this.faults.open(SoakFault.KEY_EVICTED, entry.name());
		EntryHistory.Eviction eviction = entry.evict(member.name());
		member.order((answer) -> {
			if (answer.equals(SoakMember.DONE)) {
				eviction.succeeded();
			}
			window.close();
		}, "EVICT", entry.cache().cacheName(), entry.key());
	}

	private void put() {
		EntryHistory entry = randomEntry();
		SoakProcess member = randomMember();
		FaultLog.Window window = this.faults.open(SoakFault.KEY_PUT, entry.name());
		EntryHistory.Eviction eviction = entry.evict(member.name());
		SourceRead put = entry.put(member.name());
		member.order((answer) -> {
			put.end(false);
			if (answer.equals(SoakMember.DONE)) {
				eviction.succeeded();
			}
			window.close();
		}, "PUT", entry.cache().cacheName(), entry.key(), entry.name() + ":" + put.version());
	}

	private void clear() {
		SoakCache cache = randomCache();
		SoakProcess member = randomMember();
		FaultLog.Window window = this.faults.open(SoakFault.CACHE_CLEARED, cache.cacheName());
		List<EntryHistory.Eviction> evictions = this.history.entries(cache)
			.map((entry) -> entry.evict(member.name()))
			.toList();
		member.order((answer) -> {
			if (answer.equals(SoakMember.DONE)) {
				evictions.forEach(EntryHistory.Eviction::succeeded);
			}
			window.close();
		}, "CLEAR", cache.cacheName());
	}

	private void deleteLock() {
		try (RespClient client = RespClient.connect(this.redis.host(), this.redis.port())) {
			List<String> locks = client.keys("lock:*");
			if (!locks.isEmpty()) {
				String lock = locks.get(this.random.nextInt(locks.size()));
				FaultLog.Window window = this.faults.open(SoakFault.LOCK_DELETED, entryOf(lock));
				client.call("DEL", lock);
				window.close();
			}
		}
	}

	private static String entryOf(String lock) {
		return lock.replace("lock:{" + SoakApplication.KEY_PREFIX, "").replace("::", ":").replace("}", "");
	}

	private void command(SoakFault fault, String... words) {
		FaultLog.Window window = this.faults.open(fault, "");
		this.redis.call(words);
		window.close();
	}

	private void pauseRedis() throws InterruptedException {
		FaultLog.Window window = this.faults.open(SoakFault.REDIS_PAUSED, "");
		this.redis.pause();
		evict();
		put();
		pause(100, 1000);
		this.redis.resume();
		window.close();
		pause(500, 1000);
	}

	private void restartRedis() throws InterruptedException {
		FaultLog.Window window = this.faults.open(SoakFault.REDIS_RESTARTED, "");
		this.redis.kill();
		pause(50, 500);
		this.redis.restart();
		window.close();
		pause(500, 1000);
	}

	private SoakProcess randomMember() {
		return this.fleet.random(this.random.nextInt(Integer.MAX_VALUE));
	}

	/**
	 * Mostly one that is being read just now.
	 */
	private EntryHistory randomEntry() {
		List<String> running = this.source.running();
		if (!running.isEmpty() && this.random.nextDouble() < IN_FLIGHT) {
			return this.history.entry(running.get(this.random.nextInt(running.size())));
		}
		return this.history.entry(randomCache(), SoakCache.skewed(this.random.nextDouble()));
	}

	private SoakCache randomCache() {
		return SoakCache.ALL.get(this.random.nextInt(SoakCache.ALL.size()));
	}

	private void pause(int least, int most) throws InterruptedException {
		TimeUnit.MILLISECONDS.sleep(least + this.random.nextInt(most - least));
	}

}
