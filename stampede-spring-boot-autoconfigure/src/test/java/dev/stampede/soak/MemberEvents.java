package dev.stampede.soak;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

import dev.stampede.StampedeListener;

/**
 * Counts what the library tells of one member. Written as one line.
 */
class MemberEvents implements StampedeListener {

	static final String REQUESTED = "requested.";

	private final ConcurrentMap<String, LongAdder> counts = new ConcurrentHashMap<>();

	static Map<String, Long> parse(String line) {
		Map<String, Long> counts = new TreeMap<>();
		for (String word : line.split(" ", -1)) {
			int equals = word.indexOf('=');
			if (equals > 0) {
				counts.put(word.substring(0, equals), Long.valueOf(word.substring(equals + 1)));
			}
		}
		return counts;
	}

	@Override
	public void requested(String cacheName, Request result) {
		count(REQUESTED + result);
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
	public void lock(String cacheName, Lock outcome) {
		count("lock." + outcome);
	}

	@Override
	public void coalesced(String cacheName) {
		count("coalesced");
	}

	/**
	 * Forgets what was counted.
	 */
	void clear() {
		this.counts.clear();
	}

	private void count(String event) {
		this.counts.computeIfAbsent(event, (unused) -> new LongAdder()).increment();
	}

	@Override
	public String toString() {
		return new TreeMap<>(this.counts).entrySet()
			.stream()
			.map((entry) -> entry.getKey() + "=" + entry.getValue())
			.collect(Collectors.joining(" "));
	}

}
