package dev.stampede.benchmarks.herd;

import java.util.Locale;

/**
 * What we ask of ourselves in a scenario.
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
		return String.format(Locale.ROOT, "- %s: %s (%.3g, at most %.3g)", holds() ? "holds" : "does not hold",
				this.text, this.value, this.most);
	}

}
