package dev.stampede.event;

import org.jspecify.annotations.Nullable;

/**
 * Watches the two parts of a call that take time: the source read and a loser's wait.
 * Where a {@link StampedeListener} hears of what is over, an observer is there from the
 * beginning, so that a trace can have a span of it. One that throws is logged once and
 * forgotten: it never hurts a call. Safe for use by several threads.
 *
 * @since 0.1.0
 */
public interface StampedeObserver {

	/**
	 * Returns what the calling thread is in the middle of, for calls that go on on other
	 * threads.
	 * @return the parent of what begins later, or null
	 */
	@Nullable Object current();

	/**
	 * A source read begins.
	 * @param cacheName the cache
	 * @param parent what it is a part of; null for what the calling thread is in the
	 * middle of
	 * @return the observation, begun
	 */
	Observed reading(String cacheName, @Nullable Object parent);

	/**
	 * A loser begins to wait.
	 * @param cacheName the cache
	 * @param parent what it is a part of; null for what the calling thread is in the
	 * middle of
	 * @return the observation, begun
	 */
	Observed waiting(String cacheName, @Nullable Object parent);

	/**
	 * Returns an observer that keeps what another one throws away from the call.
	 * @param observer the observer; null if nobody observes
	 * @return one that never throws
	 */
	static StampedeObserver guarded(@Nullable StampedeObserver observer) {
		return new GuardedObserver(observer);
	}

	/**
	 * Something that is being observed. Begun on one thread, it may end on another.
	 */
	interface Observed {

		/** Nobody observes. */
		Observed NOT = new Observed() {
		};

		/**
		 * Makes this what the calling thread is in the middle of.
		 * @return to be closed on the same thread
		 */
		default Scope open() {
			return Scope.NONE;
		}

		/**
		 * Returns what identifies this read in traces, for those who wait for it; asked
		 * before it has ended.
		 * @return a {@code traceparent} of the W3C's Trace Context, or null
		 */
		default @Nullable String traceParent() {
			return null;
		}

		/**
		 * It has ended.
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
	 * A time in which a thread is in the middle of something.
	 */
	interface Scope extends AutoCloseable {

		/** Nothing to close. */
		Scope NONE = () -> {
		};

		@Override
		void close();

	}

}
