package dev.stampede.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * The values of one key, numbered in the order in which they came up, and which of them
 * are void by now: those from before an eviction or a put that has returned. A value that
 * was read counts from the beginning of the read, one that was put from the end of the
 * put.
 */
final class ValueHistory {

	private static final long NOT_YET = Long.MAX_VALUE;

	private final List<Long> origins = new ArrayList<>();

	private long voidBefore;

	int read(long moment) {
		this.origins.add(moment);
		return this.origins.size() - 1;
	}

	int putBegins() {
		this.origins.add(NOT_YET);
		return this.origins.size() - 1;
	}

	void putEnds(int value, long moment) {
		this.origins.set(value, moment);
	}

	/**
	 * Hears that an eviction or a put has returned.
	 * @param began the moment at which it began
	 */
	void written(long began) {
		this.voidBefore = Math.max(this.voidBefore, began);
	}

	long voidBefore() {
		return this.voidBefore;
	}

	long origin(int value) {
		return this.origins.get(value);
	}

	boolean isFrom(int value, long before) {
		return this.origins.get(value) < before;
	}

}
