package dev.stampede.acceptance;

import java.util.Map;

import dev.stampede.testing.EventCounts;

/**
 * Counts events of all caches, and tells who has boarded.
 */
class EventCounter extends EventCounts {

	private volatile Runnable boarding = () -> {
	};

	@Override
	public void lock(String cacheName, LockOutcome outcome) {
		super.lock(cacheName, outcome);
		this.boarding.run();
	}

	@Override
	public void coalesced(String cacheName) {
		super.coalesced(cacheName);
		this.boarding.run();
	}

	/**
	 * Runs a task for each caller that has opened a flight and contended, or joined one.
	 */
	void onBoarding(Runnable task) {
		this.boarding = task;
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
