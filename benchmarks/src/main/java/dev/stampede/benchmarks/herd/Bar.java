package dev.stampede.benchmarks.herd;

import java.util.Locale;

/**
 * A bar that we set ourselves in a scenario.
 *
 * @param text the demand
 * @param most the most that is allowed
 * @param value what was measured
 */
record Bar(String text, double most, double value) {

	boolean holds() {
		return this.value <= this.most;
	}

	@Override
	public String toString() {
		return "- %s: %s (%s, at most %s)".formatted(holds() ? "holds" : "does not hold", this.text, format(this.value),
				format(this.most));
	}

	private static String format(double value) {
		return String.format(Locale.ROOT, (value == Math.rint(value)) ? "%,.0f" : "%,.2f", value);
	}

}
