package dev.stampede.acceptance;

import java.util.Map;

import dev.stampede.testing.EventCounts;

/**
 * Counter of the events of all caches. It tells when a caller has come to a flight.
 */
class EventCounter extends EventCounts {

	private volatile Runnable onFlight = () -> {
	};

	@Override
	public void lock(String cacheName, LockOutcome outcome) {
		super.lock(cacheName, outcome);
		this.onFlight.run();
	}

	@Override
	public void coalesced(String cacheName) {
		super.coalesced(cacheName);
		this.onFlight.run();
	}

	/**
	 * Runs a task for each caller that has opened a flight and contended, or joined one.
	 */
	void onFlight(Runnable task) {
		this.onFlight = task;
	}

	/**
	 * Takes the counts; the next ones begin at zero.
	 */
	Map<String, Integer> take() {
		Map<String, Integer> taken = below("");
		clear();
		return taken;
	}

}
