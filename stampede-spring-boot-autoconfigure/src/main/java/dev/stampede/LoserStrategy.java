package dev.stampede;

import java.time.Duration;

/**
 * Strategy of losers for one {@link OnLose} constant. It is asked when a call becomes a
 * loser. While it waits it is asked again: the caller that leads after each look at
 * Redis, the others when they are woken or their time is up. It must be quick, must not
 * block, and is safe for use by several threads. An exception that it throws is what the
 * caller gets.
 *
 * @since 0.1.0
 */
public interface LoserStrategy {

	/**
	 * Returns the constant that this strategy carries out.
	 * @return the constant
	 */
	OnLose handles();

	/**
	 * Decides what happens to a loser.
	 * @param loser the call, as it stands now
	 * @return the decision
	 */
	Decision decide(Loser loser);

	/**
	 * Returns the built-in strategy of a constant.
	 * @param constant the constant
	 * @return the strategy
	 */
	static LoserStrategy builtIn(OnLose constant) {
		return new BuiltInStrategy(constant);
	}

	/**
	 * Decision of a strategy.
	 */
	enum Decision {

		/** Serve the stale copy; taken as {@link #DECLINE} if there is none. */
		SERVE_STALE,
		/** Return the call's default. */
		RETURN_DEFAULT,
		/**
		 * Wait for the winner, then ask again; taken as {@link #DECLINE} when time is up.
		 */
		WAIT,
		/** Ask the next strategy of the chain. */
		DECLINE

	}

	/**
	 * Call that found a refresh running, as its strategies see it.
	 */
	interface Loser {

		/**
		 * Returns the name of the cache.
		 * @return the name
		 */
		String cacheName();

		/**
		 * Returns whether a stale copy can be served.
		 * @return true inside the stale window
		 */
		boolean hasStaleCopy();

		/**
		 * Returns how long the call may still wait.
		 * @return the remaining time, zero when it is up
		 */
		Duration remainingWait();

	}

}
