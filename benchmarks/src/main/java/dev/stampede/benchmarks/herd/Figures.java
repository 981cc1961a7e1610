package dev.stampede.benchmarks.herd;

import java.util.EnumMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Figures of a contender in one round.
 */
final class Figures {

	private final Map<Figure, Double> values = new EnumMap<>(Figure.class);

	// Returns what the source and the callers tell, without times.
	static Figures counts(Source source, Calls calls) {
		return new Figures().with(Figure.READS, source.reads())
			.with(Figure.AT_ONCE, source.mostAtOnce())
			.with(Figure.ERRORS, calls.failed());
	}

	// Returns what the source and the callers tell.
	static Figures of(Source source, Calls calls) {
		return counts(source, calls).with(Figure.P50, calls.percentile(0.5))
			.with(Figure.P99, calls.percentile(0.99))
			.with(Figure.SLOWEST, calls.slowest());
	}

	Figures with(Figure figure, double value) {
		this.values.put(figure, value);
		return this;
	}

	Figures without(Figure figure) {
		this.values.remove(figure);
		return this;
	}

	@Nullable Double get(Figure figure) {
		return this.values.get(figure);
	}

}
