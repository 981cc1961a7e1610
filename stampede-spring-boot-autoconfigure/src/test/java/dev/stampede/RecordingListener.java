package dev.stampede;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Writes down what happens, as words such as {@code HIT} or {@code lock WON}.
 */
final class RecordingListener implements StampedeListener {

	private final List<String> events = new CopyOnWriteArrayList<>();

	@Override
	public void requested(String cacheName, Request result) {
		this.events.add(result.name());
	}

	@Override
	public void sourceRead(String cacheName, SourceRead outcome, long nanos) {
		this.events.add("read " + outcome);
	}

	@Override
	public void lock(String cacheName, Lock outcome) {
		this.events.add("lock " + outcome);
	}

	@Override
	public void released(String cacheName, LockRelease outcome) {
		this.events.add("released " + outcome);
	}

	@Override
	public void renewed(String cacheName, Renewal outcome) {
		this.events.add("renewed " + outcome);
	}

	@Override
	public void waited(String cacheName, Wait outcome, long nanos) {
		this.events.add("waited " + outcome);
	}

	@Override
	public void coalesced(String cacheName) {
		this.events.add("coalesced");
	}

	@Override
	public void servedStale(String cacheName, long nanos) {
		this.events.add("stale after " + nanos / 1_000_000);
	}

	@Override
	public void decodeFailed(String cacheName) {
		this.events.add("decode failed");
	}

	@Override
	public void writeFailed(String cacheName) {
		this.events.add("write failed");
	}

	@Override
	public void refreshRejected(String cacheName) {
		this.events.add("refresh rejected");
	}

	/**
	 * Returns how often each thing happened.
	 * @return counts by word
	 */
	Map<String, Integer> counts() {
		Map<String, Integer> counts = new TreeMap<>();
		this.events.forEach((event) -> counts.merge(event, 1, Integer::sum));
		return counts;
	}

	int count(String event) {
		return counts().getOrDefault(event, 0);
	}

}
