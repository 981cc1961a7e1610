package dev.stampede.event;

import org.jspecify.annotations.Nullable;

/**
 * Observer of the two parts of a call that take time: the source read and a loser's wait.
 * A {@link StampedeListener} is called when something is over. An observer is called at
 * the beginning, so that a trace can have a span. An observer that throws never hurts a
 * call; its first failure is logged. Safe for use by several threads.
 *
 * @since 0.1.0
 */
public interface StampedeObserver {

	/**
	 * Returns the observation that is open on the calling thread, for a call that
	 * continues on other threads.
	 * @return the parent of what begins later, or null
	 */
	@Nullable Object current();

	/**
	 * A source read begins.
	 * @param cacheName the cache
	 * @param parent the observation that it is a part of; null for the one that is open
	 * on the calling thread
	 * @return the observation, begun
	 */
	Observed reading(String cacheName, @Nullable Object parent);

	/**
	 * A loser begins to wait.
	 * @param cacheName the cache
	 * @param parent the observation that it is a part of; null for the one that is open
	 * on the calling thread
	 * @return the observation, begun
	 */
	Observed waiting(String cacheName, @Nullable Object parent);

	/**
	 * Returns an observer that guards a call from what another observer throws.
	 * @param observer the observer; null if nobody observes
	 * @return one that never throws
	 */
	static StampedeObserver guarded(@Nullable StampedeObserver observer) {
		return new GuardedObserver(observer);
	}

	/**
	 * Observation in progress. It may end on another thread than the one that it began
	 * on.
	 */
	interface Observed {

		/** Nobody observes. */
		Observed NOT = new Observed() {
		};

		/**
		 * Makes this the open observation of the calling thread.
		 * @return the scope, to be closed on the same thread
		 */
		default Scope open() {
			return Scope.NONE;
		}

		/**
		 * Returns the identity of this read in traces, for those who wait for it. It is
		 * called before the read has ended.
		 * @return a {@code traceparent} of the W3C's Trace Context, or null
		 */
		default @Nullable String traceParent() {
			return null;
		}

		/**
		 * Ends the observation.
		 * @param outcome how: a {@link StampedeListener.SourceRead} or a
		 * {@link StampedeListener.Wait}
		 * @param failure what it ended with, or null
		 * @param cause the {@code traceparent} of the read that ended a wait, or null if
		 * it is not known
		 */
		default void ended(Enum<?> outcome, @Nullable Throwable failure, @Nullable String cause) {
		}

	}

	/**
	 * Scope in which an observation is the open one of a thread.
	 */
	interface Scope extends AutoCloseable {

		/** Nothing to close. */
		Scope NONE = () -> {
		};

		@Override
		void close();

	}

}
