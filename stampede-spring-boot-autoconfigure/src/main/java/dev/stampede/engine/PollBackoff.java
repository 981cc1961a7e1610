package dev.stampede.engine;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Backoff with jitter between the polls of a caller that waits: JVMs that began together
 * do not go on together. Safe for use by several threads.
 */
final class PollBackoff {

	private final long shortest;

	private final long longest;

	private final RandomGenerator random;

	PollBackoff(Duration shortest, Duration longest, RandomGenerator random) {
		this.shortest = shortest.toNanos();
		this.longest = longest.toNanos();
		this.random = random;
	}

	/**
	 * Returns the pause before the next poll: twice the last one, with jitter, between
	 * the configured bounds.
	 * @param last the last pause in nanoseconds, zero before the first
	 * @return the pause in nanoseconds
	 */
	long next(long last) {
		long pause = Math.min(Math.max(2 * last, this.shortest), this.longest);
		return (long) (pause * (0.75 + this.random.nextDouble() / 4));
	}

	long longest() {
		return this.longest;
	}

}
