package dev.stampede.store;

import org.jspecify.annotations.Nullable;

/**
 * Reply to {@link StoreCommand.Acquire}.
 *
 * @param outcome what was found
 * @param entry the entry on the master, {@link Entry#ABSENT} if there is none, or null if
 * it is the one the caller has seen
 * @param holder the instance that holds the lock or set the mark; null if unknown or none
 * @param remainingMillis how long the lock or the mark will live, in milliseconds;
 * negative if it has no expiry, zero if there is none
 * @since 0.1.0
 */
public record Acquisition(Outcome outcome, @Nullable Entry entry, @Nullable String holder, long remainingMillis) {

	/**
	 * What an acquire found.
	 */
	public enum Outcome {

		/** A fresh entry with another stamp: somebody filled it meanwhile. */
		FILLED,
		/** A free lock, which is now the caller's. */
		WON,
		/** A lock that another caller holds. */
		HELD,
		/** A backoff mark, and a copy that may be served until it ends. */
		BACKING_OFF,
		/**
		 * A pass mark: what this key gives is not stored, and nobody needs the lock to
		 * read it.
		 */
		PASSING

	}

}
