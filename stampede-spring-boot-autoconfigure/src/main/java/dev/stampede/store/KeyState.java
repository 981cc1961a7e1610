package dev.stampede.store;

import org.jspecify.annotations.Nullable;

/**
 * How things stand with one key, as the store tells them at this moment.
 *
 * @param lock the state of the regeneration lock
 * @param holder the instance that holds the lock or set the mark; null if none
 * @param remainingMillis how long the lock or mark will live, in milliseconds; negative
 * if it has no expiry, zero if there is none
 * @param entry the state of the entry
 * @param freshForMillis how much longer the entry is fresh, in milliseconds; zero unless
 * it is
 * @param staleForMillis how much longer the entry may be served stale to losers, in
 * milliseconds; zero if it may not
 * @since 0.1.0
 */
public record KeyState(LockState lock, @Nullable String holder, long remainingMillis, EntryState entry,
		long freshForMillis, long staleForMillis) {

	/**
	 * The state of a regeneration lock.
	 */
	public enum LockState {

		/** Nobody holds it. */
		FREE,
		/** Somebody reads the source. */
		HELD,
		/** The source failed, and nobody reads it for a while. */
		BACKOFF,
		/**
		 * What the key gives is not stored, and each JVM reads for itself for a while.
		 */
		PASS

	}

	/**
	 * The state of an entry.
	 */
	public enum EntryState {

		/** There is none that could be used. */
		ABSENT,
		/** A hit. */
		FRESH,
		/** Past its ttl, but kept to be served stale. */
		STALE

	}

}
