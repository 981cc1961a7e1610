package dev.stampede.sample.demo;

import org.jspecify.annotations.Nullable;

/**
 * Outcome for a lock that its first holder gave up.
 *
 * @param ownership whether it was still its own
 * @param way how it was given up
 * @param lockKey the key of the lock
 * @param token what the first holder had written there
 * @param found what stood there when it gave the lock up
 * @param matches whether the two are equal
 * @param reply how many keys Redis deleted
 * @param holderAfter what stood there afterwards; null for nothing
 * @param thirdWon whether a third caller then won the lock
 */
record ReleaseReport(Ownership ownership, Way way, String lockKey, String token, @Nullable String found,
		boolean matches, long reply, @Nullable String holderAfter, boolean thirdWon) {

	/**
	 * Ownership of the lock when its first holder gives it up.
	 */
	enum Ownership {

		/** Still the first holder's. */
		OWNED,

		/** It has run out, and another has won it. */
		TAKEN_OVER

	}

	/**
	 * Ways to give a lock up.
	 */
	enum Way {

		/** By deleting the key, whatever it holds. */
		PLAIN_DEL,

		/** By the script, only while it holds the token. */
		SCRIPT

	}

}
