package dev.stampede.testing;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;

import dev.stampede.event.StampedeListener;
import dev.stampede.store.StorePhase;

/**
 * Counts what happens in one instance, under names such as {@code lock.WON}. Safe for use
 * by several threads.
 */
public class EventCounts implements StampedeListener {

	private final ConcurrentMap<String, Integer> counts = new ConcurrentHashMap<>();

	@Override
	public void requested(String cacheName, Request result) {
		count("requested." + result);
	}

	@Override
	public void sourceRead(String cacheName, SourceRead outcome, long nanos) {
		count("sourceRead." + outcome);
	}

	@Override
	public void lock(String cacheName, LockOutcome outcome) {
		count("lock." + outcome);
	}

	@Override
	public void released(String cacheName, LockRelease outcome) {
		count("released." + outcome);
	}

	@Override
	public void renewed(String cacheName, Renewal outcome) {
		count("renewed." + outcome);
	}

	@Override
	public void waited(String cacheName, Wait outcome, long nanos) {
		count("waited." + outcome);
	}

	@Override
	public void coalesced(String cacheName) {
		count("coalesced");
	}

	@Override
	public void decodeFailed(String cacheName) {
		count("decodeFailed");
	}

	@Override
	public void writeFailed(String cacheName) {
		count("writeFailed");
	}

	@Override
	public void storeFailed(String cacheName, StorePhase phase) {
		count("storeFailed." + phase);
	}

	/**
	 * Returns how often something happened.
	 * @param name its name, such as {@code released.LOST}
	 * @return the count
	 */
	public final int count(Object name) {
		return this.counts.getOrDefault(String.valueOf(name), 0);
	}

	/**
	 * Returns the counts whose names begin with a prefix, under the rest of their names.
	 * @param prefix the prefix, such as {@code lock.}, or an empty one for all
	 * @return the counts, sorted by name
	 */
	public final Map<String, Integer> below(String prefix) {
		return this.counts.entrySet()
			.stream()
			.filter((entry) -> entry.getKey().startsWith(prefix))
			.collect(Collectors.toMap((entry) -> entry.getKey().substring(prefix.length()), Map.Entry::getValue,
					Integer::sum, TreeMap::new));
	}

	/**
	 * Forgets what was counted.
	 */
	public final void clear() {
		this.counts.clear();
	}

	private void count(String event) {
		this.counts.merge(event, 1, Integer::sum);
	}

}
