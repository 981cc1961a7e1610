package dev.stampede.acceptance;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import dev.stampede.StampedeListener;

/**
 * Counts events of all caches under names such as {@code requested.LOADED}.
 */
class EventCounter implements StampedeListener {

	private final ConcurrentMap<String, Integer> counts = new ConcurrentHashMap<>();

	private volatile Runnable boarding = () -> {
	};

	@Override
	public void requested(String cacheName, Request result) {
		count("requested", result);
	}

	@Override
	public void sourceRead(String cacheName, SourceRead outcome, long nanos) {
		count("sourceRead", outcome);
	}

	@Override
	public void lock(String cacheName, Lock outcome) {
		count("lock", outcome);
		this.boarding.run();
	}

	@Override
	public void coalesced(String cacheName) {
		this.boarding.run();
	}

	@Override
	public void released(String cacheName, LockRelease outcome) {
		count("released", outcome);
	}

	@Override
	public void renewed(String cacheName, Renewal outcome) {
		count("renewed", outcome);
	}

	@Override
	public void waited(String cacheName, Wait outcome, long nanos) {
		count("waited", outcome);
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
		Map<String, Integer> taken = new TreeMap<>(this.counts);
		this.counts.clear();
		return taken;
	}

	private void count(String event, Enum<?> outcome) {
		this.counts.merge(event + "." + outcome, 1, Integer::sum);
	}

}
