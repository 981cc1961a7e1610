package dev.stampede.event;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/**
 * Writes down what happens, as words such as {@code HIT} or {@code lock WON}.
 */
public final class RecordingListener implements StampedeListener {

	private final Map<String, Integer> counts = new ConcurrentHashMap<>();

	private final AtomicInteger coalesced = new AtomicInteger();

	private volatile @Nullable Request last;

	public void clear() {
		this.counts.clear();
	}

	@Override
	public void requested(String cacheName, Request result) {
		this.last = result;
		add(result.name());
	}

	@Override
	public void sourceRead(String cacheName, SourceRead outcome, long nanos) {
		add("read " + outcome);
	}

	@Override
	public void lock(String cacheName, LockOutcome outcome) {
		add("lock " + outcome);
	}

	@Override
	public void released(String cacheName, LockRelease outcome) {
		add("released " + outcome);
	}

	@Override
	public void renewed(String cacheName, Renewal outcome) {
		add("renewed " + outcome);
	}

	@Override
	public void waited(String cacheName, Wait outcome, long nanos) {
		add("waited " + outcome);
	}

	@Override
	public void coalesced(String cacheName) {
		this.coalesced.incrementAndGet();
		add("coalesced");
	}

	@Override
	public void servedStale(String cacheName, long nanos) {
		add("stale after " + nanos / 1_000_000);
	}

	@Override
	public void decodeFailed(String cacheName) {
		add("decode failed");
	}

	@Override
	public void writeFailed(String cacheName) {
		add("write failed");
	}

	@Override
	public void refreshRejected(String cacheName) {
		add("refresh rejected");
	}

	/**
	 * Returns how often each thing happened.
	 * @return counts by word
	 */
	public Map<String, Integer> counts() {
		return new TreeMap<>(this.counts);
	}

	public int count(String event) {
		return this.counts.getOrDefault(event, 0);
	}

	public int coalesced() {
		return this.coalesced.get();
	}

	/**
	 * Returns how the last call ended.
	 * @return the result, or null before the first
	 */
	public @Nullable Request last() {
		return this.last;
	}

	private void add(String event) {
		this.counts.merge(event, 1, Integer::sum);
	}

}
