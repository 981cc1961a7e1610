package dev.stampede.event;

import java.util.List;
import java.util.function.Consumer;

import dev.stampede.StampedeLockedException;
import dev.stampede.StampedeTimeoutException;
import dev.stampede.store.StorePhase;

/**
 * Listener to what happens to protected calls. Callbacks run on the calling thread or on
 * a thread of an executor, never on an event loop. They must be quick and safe for use by
 * several threads. A callback that throws never hurts a call; the first failure of a
 * listener is logged. Times are nanoseconds.
 *
 * @since 0.1.0
 */
public interface StampedeListener {

	/**
	 * Result of a call. Each call counts once.
	 */
	enum Request {

		/** From a fresh entry. */
		HIT,
		/** From a fresh entry of the near cache. */
		NEAR_HIT,
		/** From a stale copy. */
		STALE,
		/** From the source, as the winner. */
		LOADED,
		/**
		 * From the source, without the lock, since the key is marked as uncacheable.
		 */
		PASSED,
		/** By waiting for the winner. */
		WAITED,
		/** With the default. */
		DEFAULTED,
		/** With {@link StampedeLockedException}. */
		FAILED_FAST,
		/** With {@link StampedeTimeoutException}. */
		TIMED_OUT,
		/** By the method itself, unprotected. */
		BYPASSED,
		/** With an exception of the source, of the store, or of a strategy. */
		ERROR

	}

	/**
	 * Outcome of a source read.
	 */
	enum SourceRead {

		/** With a value. */
		SUCCESS,
		/** With an exception or error. */
		FAILURE,
		/** By interruption or cancellation. */
		CANCELLED;

		/**
		 * Returns how a read without a value ended.
		 * @param cancelled whether by interruption or cancellation
		 * @return the outcome
		 */
		public static SourceRead failed(boolean cancelled) {
			return cancelled ? CANCELLED : FAILURE;
		}

	}

	/**
	 * Outcome of a flight's contention for the lock. Polls do not count.
	 */
	enum LockOutcome {

		/** The lock was set. */
		WON,
		/** Another JVM holds it, or its backoff mark is set. */
		LOST,
		/** There was a fresh entry. */
		FILLED_MEANWHILE,
		/** The store did not answer. */
		UNAVAILABLE

	}

	/**
	 * Outcome of giving up a lock.
	 */
	enum LockRelease {

		/** In one step with the write. */
		FILLED,
		/** By token, with nothing written. */
		RELEASED,
		/**
		 * It was lost before: the lock no longer held our token, and nothing was written.
		 */
		LOST

	}

	/**
	 * Outcome of a renewal.
	 */
	enum Renewal {

		/** The lock lives on. */
		RENEWED,
		/** The lock was no longer ours. */
		LOST

	}

	/**
	 * Outcome of a loser's wait.
	 */
	enum Wait {

		/** With the winner's outcome. */
		FILLED,
		/** With the lock. */
		TOOK_OVER,
		/** By its limit. */
		TIMED_OUT,
		/** By interruption or cancellation. */
		INTERRUPTED

	}

	/**
	 * A call was answered.
	 * @param cacheName the cache
	 * @param result how
	 */
	default void requested(String cacheName, Request result) {
	}

	/**
	 * Returns a consumer for the results of one cache, which is called instead of
	 * {@link #requested}. It is used for near hits, for which a look-up of the cache at
	 * each call would cost too much. A listener that overrides this overrides
	 * {@link #requested} too.
	 * @param cacheName the cache
	 * @return the consumer, which the engine keeps
	 */
	default Consumer<Request> requests(String cacheName) {
		return (result) -> requested(cacheName, result);
	}

	/**
	 * A source read ended.
	 * @param cacheName the cache
	 * @param outcome how
	 * @param nanos how long it took
	 */
	default void sourceRead(String cacheName, SourceRead outcome, long nanos) {
	}

	/**
	 * A flight contended for the lock. One that finds a pass mark counts nothing.
	 * @param cacheName the cache
	 * @param outcome what it found first
	 */
	default void lock(String cacheName, LockOutcome outcome) {
	}

	/**
	 * A lock was given up.
	 * @param cacheName the cache
	 * @param outcome how
	 */
	default void released(String cacheName, LockRelease outcome) {
	}

	/**
	 * A renewal was answered.
	 * @param cacheName the cache
	 * @param outcome how
	 */
	default void renewed(String cacheName, Renewal outcome) {
	}

	/**
	 * A loser's wait ended.
	 * @param cacheName the cache
	 * @param outcome how
	 * @param nanos how long it took
	 */
	default void waited(String cacheName, Wait outcome, long nanos) {
	}

	/**
	 * A call joined a flight that another call of this JVM had opened.
	 * @param cacheName the cache
	 */
	default void coalesced(String cacheName) {
	}

	/**
	 * A stale copy was served.
	 * @param cacheName the cache
	 * @param nanos how long ago it stopped being fresh
	 */
	default void servedStale(String cacheName, long nanos) {
	}

	/**
	 * An entry could not be decoded and counts as a miss.
	 * @param cacheName the cache
	 */
	default void decodeFailed(String cacheName) {
	}

	/**
	 * A value that was read could not be encoded or written; its callers got it.
	 * @param cacheName the cache
	 */
	default void writeFailed(String cacheName) {
	}

	/**
	 * A background refresh found no place in the executor's queue.
	 * @param cacheName the cache
	 */
	default void refreshRejected(String cacheName) {
	}

	/**
	 * The store failed.
	 * @param cacheName the cache
	 * @param phase in which step
	 */
	default void storeFailed(String cacheName, StorePhase phase) {
	}

	/**
	 * Returns a listener that calls several others. What one of them throws does not
	 * reach the others.
	 * @param listeners the listeners, in order
	 * @return one listener, which never throws
	 */
	static StampedeListener of(List<? extends StampedeListener> listeners) {
		return new GuardedListener(List.copyOf(listeners));
	}

}
