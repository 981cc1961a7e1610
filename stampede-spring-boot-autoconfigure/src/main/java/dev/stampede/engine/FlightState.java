package dev.stampede.engine;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import dev.stampede.key.EntryKey;

/**
 * Snapshot of a flight, for operators.
 *
 * @param key the key
 * @param phase how far it has come
 * @param age how long it has been open
 * @param waiters how many callers wait for its leader
 * @param holder the instance that holds the lock, as far as this JVM was told; null if
 * none or unknown
 * @since 0.1.0
 */
public record FlightState(EntryKey key, Phase phase, Duration age, int waiters, @Nullable String holder) {

	/**
	 * Phase of a flight: how far its leader has come.
	 */
	enum Phase {

		/** The entry is being read. */
		READING,
		/** The lock is being asked for. */
		CONTENDING,
		/**
		 * Another JVM holds the lock, or nobody may read just now: callers are losers.
		 */
		WAITING,
		/** The leader reads the source: its members are losers. */
		REGENERATING,
		/** There is an outcome. */
		DONE

	}

}
