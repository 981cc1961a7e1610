package dev.stampede.test;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import dev.stampede.event.StampedeListener.Request;

/**
 * Counts of several listeners together.
 *
 * @param sourceReads the reads of the source
 * @param requests the calls by result
 */
record HerdCounts(int sourceReads, Map<Request, Integer> requests) {

	static HerdCounts of(List<StampedeEvents> events) {
		Map<Request, Integer> requests = new EnumMap<>(Request.class);
		events
			.forEach((each) -> each.requests().forEach((result, count) -> requests.merge(result, count, Integer::sum)));
		return new HerdCounts(events.stream().mapToInt(StampedeEvents::sourceReads).sum(), requests);
	}

	HerdCounts minus(HerdCounts before) {
		Map<Request, Integer> grown = new EnumMap<>(Request.class);
		this.requests.forEach((result, count) -> {
			int difference = count - before.requests.getOrDefault(result, 0);
			if (difference > 0) {
				grown.put(result, difference);
			}
		});
		return new HerdCounts(this.sourceReads - before.sourceReads, grown);
	}

}
