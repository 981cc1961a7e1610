package dev.stampede.benchmarks.herd;

import java.util.List;
import java.util.Locale;

/**
 * A figure of a contender in one round, and the column in which it is shown.
 */
enum Figure {

	/** Reads as the source counts them. */
	READS("source reads", Shown.WORST),
	/** Reads for each time the entry had to be read anew. */
	READS_PER_EXPIRY("reads per expiry", Shown.MEDIAN),
	/** The most reads at the same time. */
	AT_ONCE("most at once", Shown.WORST),
	/** Callers who got a value from before an eviction that had returned. */
	OLD_VALUES("old values served", Shown.WORST),
	/** JVMs that go on serving an older value than was served already. */
	OLD_LEFT("JVMs left with an old value", Shown.WORST),
	/** Calls per second. */
	RATE("calls/s", Shown.MEDIAN),
	/** What half of the calls did not exceed. */
	P50("p50 ms", Shown.MEDIAN),
	/** What 99 of 100 calls did not exceed. */
	P99("p99 ms", Shown.MEDIAN),
	/** The same of calls that began when no read was near. */
	P99_APART("p99 ms, no read near", Shown.MEDIAN),
	/** What 999 of 1,000 calls did not exceed. */
	P999("p99.9 ms", Shown.MEDIAN),
	/** The slowest call. */
	SLOWEST("slowest ms", Shown.MEDIAN),
	/** Commands of the member that sent the most. */
	COMMANDS("Redis commands of a JVM", Shown.WORST),
	/** Calls that ended with an exception. */
	ERRORS("errors", Shown.WORST),
	/** Callers without an answer when nobody waited any longer. */
	HUNG("hung", Shown.WORST);

	private final String column;

	private final Shown shown;

	Figure(String column, Shown shown) {
		this.column = column;
		this.shown = shown;
	}

	String column() {
		return this.column;
	}

	// Returns one value for those of all rounds.
	double of(List<Double> rounds) {
		double[] sorted = rounds.stream().mapToDouble(Double::doubleValue).sorted().toArray();
		if (this.shown == Shown.WORST) {
			return sorted[sorted.length - 1];
		}
		int middle = sorted.length / 2;
		return (sorted.length % 2 == 1) ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
	}

	String format(double value) {
		boolean fine = value < 10 && value != Math.rint(value);
		return String.format(Locale.ROOT, fine ? "%.1f" : "%,.0f", value);
	}

	/**
	 * The way to make one value of several rounds.
	 */
	private enum Shown {

		MEDIAN, WORST

	}

}
