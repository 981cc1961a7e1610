package dev.stampede.redis;

import java.time.Instant;

/**
 * What a store knows of its Redis, to be shown to operators.
 *
 * @param up whether Redis answers; false while commands are skipped, be it for a part of
 * a cluster
 * @param since since when
 * @param wakeUp how waiting callers hear of a fill
 * @since 0.1.0
 */
public record RedisState(boolean up, Instant since, WakeUp wakeUp) {

	/**
	 * How waiting callers hear of a fill.
	 */
	public enum WakeUp {

		/** By polls alone, as configured or because Redis denies the channel. */
		POLLING,
		/** By polls until the subscription stands. */
		SUBSCRIBING,
		/** By messages, with polls as the backstop. */
		SUBSCRIBED

	}

}
