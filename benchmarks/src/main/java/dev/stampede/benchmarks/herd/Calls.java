package dev.stampede.benchmarks.herd;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Outcomes of the calls of a fleet.
 *
 * @param records call by call
 */
record Calls(List<CallRecord> records) {

	static Calls of(List<String> reports) {
		return new Calls(
				reports.stream().flatMap((report) -> Stream.of(report.split(" ", -1))).map(CallRecord::parse).toList());
	}

	Calls plus(Calls others) {
		List<CallRecord> all = new ArrayList<>(this.records);
		all.addAll(others.records);
		return new Calls(all);
	}

	int size() {
		return this.records.size();
	}

	// Returns the time in milliseconds that a share of the calls did not exceed.
	double percentile(double share) {
		double[] sorted = millis().sorted().toArray();
		return sorted[Math.min(sorted.length - 1, (int) Math.ceil(share * sorted.length) - 1)];
	}

	double slowest() {
		return millis().max().orElseThrow();
	}

	/**
	 * Leaves out the calls that began near certain times.
	 * @param times the times, by the clock of {@link System#nanoTime}
	 * @param before how long before a time is near
	 * @param after how long after a time is near
	 * @return the other calls
	 */
	Calls apartFrom(List<Long> times, Duration before, Duration after) {
		return new Calls(this.records.stream()
			.filter((call) -> times.stream()
				.map((time) -> call.start() - time)
				.noneMatch((since) -> since > -before.toNanos() && since < after.toNanos()))
			.toList());
	}

	int failed() {
		return (int) this.records.stream().filter(CallRecord::failed).count();
	}

	// Returns how many calls got data older than a version.
	int olderThan(int version) {
		return (int) this.records.stream().filter((call) -> !call.failed() && call.version() < version).count();
	}

	int hung() {
		return (int) this.records.stream().filter((call) -> call.outcome().equals(MeasuredHerd.HUNG)).count();
	}

	int newest() {
		return this.records.stream().mapToInt(CallRecord::version).max().orElseThrow();
	}

	private DoubleStream millis() {
		return this.records.stream().mapToDouble(CallRecord::millis);
	}

}
