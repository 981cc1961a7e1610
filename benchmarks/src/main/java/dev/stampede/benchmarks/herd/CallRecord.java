package dev.stampede.benchmarks.herd;

/**
 * Outcome of one call. Written as one word.
 *
 * @param start when it began; members on one machine share this clock
 * @param nanos how long it took
 * @param read whether its thread has read the source
 * @param outcome the beginning of the value, or {@code !} and the name of the exception
 */
record CallRecord(long start, long nanos, boolean read, String outcome) {

	static CallRecord parse(String word) {
		String[] parts = word.split(",", -1);
		return new CallRecord(Long.parseLong(parts[0]), Long.parseLong(parts[1]), Boolean.parseBoolean(parts[2]),
				parts[3]);
	}

	boolean failed() {
		return this.outcome.startsWith("!");
	}

	// Returns the version of the data that was returned; 0 if none was.
	int version() {
		return failed() ? 0 : Integer.parseInt(this.outcome.substring(0, this.outcome.indexOf('.')));
	}

	double millis() {
		return this.nanos / 1_000_000.0;
	}

	@Override
	public String toString() {
		return this.start + "," + this.nanos + "," + this.read + "," + this.outcome;
	}

}
