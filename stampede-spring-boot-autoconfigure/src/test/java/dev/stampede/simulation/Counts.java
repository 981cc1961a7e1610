package dev.stampede.simulation;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.stampede.event.RecordingListener;
import dev.stampede.event.StampedeListener;
import dev.stampede.store.Acquisition;

/**
 * What one JVM must have counted, told by what it was seen to do.
 */
final class Counts {

	private final RecordingListener events;

	private final Map<String, Integer> expected = new TreeMap<>();

	private final Set<Object> told = Collections.newSetFromMap(new IdentityHashMap<>());

	private int calls;

	Counts(RecordingListener events) {
		this.events = events;
	}

	void callEnded() {
		this.calls++;
	}

	void readEnded(StampedeListener.SourceRead outcome) {
		count("read " + outcome);
	}

	/**
	 * An acquire was answered: a lock that is won counts, anything else once for each
	 * flight.
	 * @param flight the identity of the flight
	 * @param outcome what was found
	 */
	void acquired(Object flight, Acquisition.Outcome outcome) {
		boolean first = outcome != Acquisition.Outcome.PASSING && this.told.add(flight);
		switch (outcome) {
			case WON -> count("lock WON");
			case FILLED -> countIf(first, "lock FILLED_MEANWHILE");
			case HELD, BACKING_OFF -> countIf(first, "lock LOST");
			case PASSING -> {
			}
		}
	}

	void unavailable(@Nullable Object flight) {
		countIf(flight != null && this.told.add(flight), "lock UNAVAILABLE");
	}

	/**
	 * Compares, once all calls have ended.
	 */
	void check() {
		int requests = Stream.of(StampedeListener.Request.values())
			.mapToInt((result) -> this.events.count(result.name()))
			.sum();
		Invariants.require(requests == this.calls, () -> requests + " requests counted of " + this.calls);
		for (String event : List.of("lock WON", "lock LOST", "lock FILLED_MEANWHILE", "lock UNAVAILABLE",
				"read SUCCESS", "read FAILURE", "read CANCELLED")) {
			int wanted = this.expected.getOrDefault(event, 0);
			int counted = this.events.count(event);
			Invariants.require(wanted == counted, () -> "'" + event + "' counted " + counted + " times of " + wanted);
		}
	}

	private void countIf(boolean condition, String event) {
		if (condition) {
			count(event);
		}
	}

	private void count(String event) {
		this.expected.merge(event, 1, Integer::sum);
	}

}
