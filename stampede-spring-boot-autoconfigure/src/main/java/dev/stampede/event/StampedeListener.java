package dev.stampede.event;

import java.util.List;
import java.util.function.Consumer;

import dev.stampede.StampedeLockedException;
import dev.stampede.StampedeTimeoutException;
import dev.stampede.store.StorePhase;

/**
 * Hears what happens to protected calls. Callbacks run on the calling thread or on a
 * thread of an executor, never on an event loop; they must be quick and safe for use by
 * several threads. One that throws is logged once and forgotten: it never hurts a call.
 * Times are nanoseconds.
 *
 * @since 0.1.0
 */
public interface StampedeListener {

	/**
	 * How a call was answered; each call counts once.
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
	 * How a source read ended.
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
	 * How a flight's contention for the lock ended; polls do not count.
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
	 * How a lock was given up.
	 */
	enum LockRelease {

		/** In one step with the write. */
		FILLED,
		/** By token, with nothing written. */
		RELEASED,
		/** Not at all: it was no longer ours, and nothing was written. */
		LOST

	}

	/**
	 * How a renewal ended.
	 */
	enum Renewal {

		/** The lock lives on. */
		RENEWED,
		/** The lock was no longer ours. */
		LOST

	}

	/**
	 * How a loser's wait ended.
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
	 * Returns what is told instead of {@link #requested} by those who have many calls of
	 * one cache to tell of: near hits, which cost too little to look for the cache each
	 * time. To be overridden together with it, if at all.
	 * @param cacheName the cache
	 * @return what hears how calls of that cache were answered; the caller keeps it
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
	 * A flight contended for the lock.
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
	 * Returns a listener that tells several others, each guarded from what the others
	 * throw.
	 * @param listeners the listeners, in order
	 * @return one listener, which never throws
	 */
	static StampedeListener of(List<? extends StampedeListener> listeners) {
		return new GuardedListener(List.copyOf(listeners));
	}

}
