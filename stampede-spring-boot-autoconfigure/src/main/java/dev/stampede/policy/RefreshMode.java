package dev.stampede.policy;

import dev.stampede.OnLose;

/**
 * Who regenerates an entry of which a stale copy is at hand.
 *
 * @since 0.1.0
 */
public enum RefreshMode {

	/**
	 * The winner reads the source on its own thread and its caller gets the new value.
	 */
	INLINE,

	/**
	 * The winner's caller gets the stale copy at once, and a bounded executor of ours
	 * reads the source. Needs {@link OnLose#SERVE_STALE} in the chain.
	 */
	BACKGROUND

}
