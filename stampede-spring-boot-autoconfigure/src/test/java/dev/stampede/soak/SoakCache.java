package dev.stampede.soak;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The caches of the soak test: short lifetimes, each with other windows. All times are
 * milliseconds.
 */
enum SoakCache {

	/** Losers get a stale copy. */
	STALE(400, 800, 0, 1000, true, "serve-stale, poll"),

	/** Losers wait; there are no stale copies. */
	POLL(300, 0, 0, 1000, true, "poll"),

	/** Losers wait; stale copies stand in for a failed source only. */
	ONERROR(500, 0, 1500, 1000, true, "poll"),

	/** Slow reads outlive their lock. */
	UNRENEWED(800, 400, 0, 400, false, "serve-stale, poll"),

	/** Losers get null. */
	DEFAULTED(600, 0, 0, 800, true, "return-default");

	static final List<SoakCache> ALL = List.of(values());

	static final int KEYS = 20;

	static final long WAIT_TIMEOUT = 2500;

	static final long FAILURE_BACKOFF = 300;

	private static final double SLOWEST = 2.2;

	final long ttl;

	final long stale;

	final long onError;

	final long lockTtl;

	final boolean renewed;

	private final String onLose;

	SoakCache(long ttl, long stale, long onError, long lockTtl, boolean renewed, String onLose) {
		this.ttl = ttl;
		this.stale = stale;
		this.onError = onError;
		this.lockTtl = lockTtl;
		this.renewed = renewed;
		this.onLose = onLose;
	}

	static SoakCache random() {
		return ALL.get(ThreadLocalRandom.current().nextInt(ALL.size()));
	}

	static String key(int number) {
		return "k" + number;
	}

	/**
	 * Returns the number of a key; low numbers are hotter.
	 */
	static int skewed(double chance) {
		return (int) (KEYS * chance * chance);
	}

	/**
	 * Returns the longest that a read of any cache takes.
	 */
	static long slowestRead() {
		long slowest = 0;
		for (SoakCache cache : values()) {
			slowest = Math.max(slowest, (long) (SLOWEST * cache.lockTtl));
		}
		return slowest;
	}

	static List<String> properties() {
		List<String> properties = new ArrayList<>();
		for (SoakCache cache : values()) {
			cache.addTo(properties);
		}
		return properties;
	}

	String cacheName() {
		return name().toLowerCase(Locale.ROOT);
	}

	/**
	 * Returns the name of an entry, as values, windows and messages bear it.
	 */
	String entry(int key) {
		return cacheName() + ":" + key(key);
	}

	/**
	 * Returns how long an entry is kept.
	 */
	long lifetime() {
		return this.ttl + Math.max(this.stale, this.onError);
	}

	/**
	 * Returns whether losers may get a copy that is past its {@code ttl}.
	 */
	boolean servesStale() {
		return this.onLose.startsWith("serve-stale");
	}

	boolean servesDefault() {
		return this.onLose.equals("return-default");
	}

	/**
	 * Returns for how long a copy in memory may be served after an eviction of which no
	 * message came.
	 */
	long blindness() {
		return this.renewed ? Math.max(SoakApplication.POLL_INTERVAL_MAX, this.lockTtl / 3) : this.lockTtl;
	}

	/**
	 * Returns how long a read takes that is to outlive the lock.
	 */
	long slowRead(double chance) {
		return (long) (this.lockTtl * (1.5 + (SLOWEST - 1.5) * chance));
	}

	private void addTo(List<String> properties) {
		String section = "stampede.caches." + cacheName() + ".";
		properties.add(section + "ttl=" + Duration.ofMillis(this.ttl));
		properties.add(section + "stale-ttl=" + Duration.ofMillis(this.stale));
		properties.add(section + "stale-if-error-ttl=" + Duration.ofMillis(this.onError));
		properties.add(section + "lock-ttl=" + Duration.ofMillis(this.lockTtl));
		properties.add(section + "lock-renewal=" + this.renewed);
		properties.add(section + "on-lose=" + this.onLose);
		properties.add(section + "wait-timeout=" + Duration.ofMillis(WAIT_TIMEOUT));
		properties.add(section + "failure-backoff=" + Duration.ofMillis(FAILURE_BACKOFF));
	}

}
