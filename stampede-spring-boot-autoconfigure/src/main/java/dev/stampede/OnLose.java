package dev.stampede;

/**
 * Step in the chain of a loser. A loser is a caller that finds a refresh of its key
 * running, in this JVM or in another. A policy has a chain of these steps. Each is
 * carried out by a {@link LoserStrategy}, and one that declines hands over to the next.
 * No constant makes a loser read the source without the lock.
 *
 * @since 0.1.0
 */
public enum OnLose {

	/**
	 * Serves the stale copy at once (stale-while-revalidate). Declines when there is
	 * none. At the end of a chain it is followed by an implicit {@link #POLL}, so that a
	 * cold key works.
	 */
	SERVE_STALE,

	/**
	 * Waits for the winner's fill, at most for the caller's {@code waitTimeout}. When it
	 * finds no value and the lock free, it contends for the lock. Declines when time is
	 * up.
	 */
	POLL,

	/**
	 * Returns the default: the {@code fallback} method, else what fits the return type.
	 * Never declines.
	 */
	RETURN_DEFAULT,

	/**
	 * Throws {@link StampedeLockedException} at once. Never declines.
	 */
	FAIL_FAST

}
