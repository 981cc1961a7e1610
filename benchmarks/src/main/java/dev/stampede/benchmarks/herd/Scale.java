package dev.stampede.benchmarks.herd;

import java.time.Duration;

/**
 * Size of the scenarios.
 *
 * @param members the JVMs
 * @param callers the callers of each in a herd that comes at once
 * @param threads the threads of each under a steady load
 * @param load how long a steady load goes on
 * @param rounds how often the contenders take turns
 */
record Scale(int members, int callers, int threads, Duration load, int rounds) {

	static Scale full() {
		return new Scale(3, 200, 50, Duration.ofSeconds(Integer.getInteger("seconds", 5)),
				Integer.getInteger("rounds", 5));
	}

}
