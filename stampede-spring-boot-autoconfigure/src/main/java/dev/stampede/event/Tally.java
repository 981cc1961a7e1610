package dev.stampede.event;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counter for each of a closed list of outcomes, since the start. Safe for use by several
 * threads; counting never waits.
 *
 * @param <E> the outcomes
 * @since 0.1.0
 */
public final class Tally<E extends Enum<E>> {

	private final Map<E, LongAdder> counts;

	Tally(Class<E> outcomes) {
		this.counts = new EnumMap<>(outcomes);
		for (E outcome : outcomes.getEnumConstants()) {
			this.counts.put(outcome, new LongAdder());
		}
	}

	void add(E outcome) {
		LongAdder count = this.counts.get(outcome);
		if (count != null) {
			count.increment();
		}
	}

	/**
	 * Returns how often an outcome has happened.
	 * @param outcome the outcome
	 * @return the count
	 */
	public long count(E outcome) {
		LongAdder count = this.counts.get(outcome);
		return (count != null) ? count.sum() : 0;
	}

	/**
	 * Returns all outcomes, in their order, with their counts.
	 * @return the counts by the names that operators see, such as
	 * {@code filled_meanwhile}
	 */
	public Map<String, Long> toMap() {
		Map<String, Long> map = new LinkedHashMap<>();
		this.counts.forEach((outcome, count) -> map.put(name(outcome), count.sum()));
		return map;
	}

	/**
	 * Returns the name under which operators see an outcome: in meters, in the endpoint
	 * and in the documentation.
	 * @param outcome the outcome
	 * @return its name in lower case
	 */
	public static String name(Enum<?> outcome) {
		return outcome.name().toLowerCase(Locale.ROOT);
	}

}
