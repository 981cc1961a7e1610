package dev.stampede.soak;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import dev.stampede.testing.EventCounts;

/**
 * Counts what the library tells of one member. Written as one line.
 */
class MemberEvents extends EventCounts {

	static final String REQUESTED = "requested.";

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
	public String toString() {
		return below("").entrySet()
			.stream()
			.map((entry) -> entry.getKey() + "=" + entry.getValue())
			.collect(Collectors.joining(" "));
	}

}
