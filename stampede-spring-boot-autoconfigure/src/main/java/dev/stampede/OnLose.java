package dev.stampede;

/**
 * What a loser does: a caller that finds a regeneration of its key running, in this JVM
 * or in another. Policies hold a chain of these; each is carried out by a
 * {@link LoserStrategy}, and one that declines hands over to the next. No constant ever
 * makes a loser read the source without the lock.
 *
 * @since 0.1.0
 */
public enum OnLose {

	/**
	 * Serves the stale copy at once; declines when there is none. At the end of a chain
	 * it is followed by an implicit {@link #POLL}, so that a cold key works.
	 */
	SERVE_STALE,

	/**
	 * Waits for the winner's fill, at most for the caller's {@code waitTimeout}; contends
	 * for the lock when it finds it free and no value. Declines when time is up.
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
