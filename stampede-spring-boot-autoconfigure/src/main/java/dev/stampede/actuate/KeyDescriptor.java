package dev.stampede.actuate;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Description of one key as it is in Redis.
 *
 * @param cache the cache
 * @param key the key, or its hash
 * @param lock the regeneration lock
 * @param entry the entry
 */
record KeyDescriptor(String cache, String key, LockDescriptor lock,
		EntryDescriptor entry) implements OperationResponseBody {

	/**
	 * Regeneration lock.
	 *
	 * @param state held, free, backoff, pass or unknown
	 * @param holder the instance that holds it or set the mark
	 * @param remainingMillis how long it will live unless renewed
	 * @param expires false for a lock without an expiry, which is not one of ours
	 */
	record LockDescriptor(String state, @Nullable String holder, @Nullable Long remainingMillis,
			@Nullable Boolean expires) {

	}

	/**
	 * Entry.
	 *
	 * @param state fresh, stale, absent or unknown
	 * @param freshForMillis how much longer it is fresh
	 * @param staleForMillis how much longer it may be served stale
	 */
	record EntryDescriptor(String state, @Nullable Long freshForMillis, @Nullable Long staleForMillis) {

	}

}
