package dev.stampede.sample.demo;

import dev.stampede.OnLose;
import dev.stampede.sample.Limit;

/**
 * Set-up of a race.
 *
 * @param onLose what losers do
 * @param callers how many callers are released at once
 * @param nodes how many instances they are spread over
 * @param latencyMillis how much longer than the query takes each read of the source takes
 * @param start what the callers find
 */
record RaceSetup(OnLose onLose, int callers, int nodes, long latencyMillis, Start start) {

	static final int MOST_NODES = 4;

	private static final Limit CALLERS = new Limit("callers", 1, 400);

	private static final Limit NODES = new Limit("nodes", 1, MOST_NODES);

	private static final Limit LATENCY = new Limit("latencyMillis", 0, 3000);

	RaceSetup {
		CALLERS.check(callers);
		NODES.check(nodes);
		LATENCY.check(latencyMillis);
	}

	// Returns the node of a caller, from 1.
	int node(int caller) {
		return 1 + caller % this.nodes;
	}

	/**
	 * State of the entry at the start.
	 */
	enum Start {

		/** Nothing. */
		COLD,

		/** An entry that has just gone stale. */
		STALE

	}

}
