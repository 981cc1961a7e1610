package dev.stampede.benchmarks.herd;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Something that happens to a herd, the same for every contender.
 */
interface Scenario {

	String title();

	Times times();

	/**
	 * Returns the contenders; where there is a ratio, what it is measured by is the
	 * first.
	 */
	default List<Approach> approaches() {
		return Approach.all();
	}

	/**
	 * Returns how often the contenders take turns.
	 */
	default int rounds() {
		return 1;
	}

	/**
	 * Returns whether a fleet is of no use afterwards.
	 */
	default boolean breaksFleet() {
		return false;
	}

	/**
	 * Returns the figure whose ratio to the first contender is shown.
	 */
	default @Nullable Figure compared() {
		return null;
	}

	/**
	 * Readies a fleet that has started.
	 */
	default void prepare(Fleet fleet) throws Exception {
	}

	/**
	 * Counts what could not be counted without an effect on times.
	 */
	default Figures count(Fleet fleet) throws Exception {
		return new Figures();
	}

	/**
	 * Runs one round.
	 */
	Figures run(Fleet fleet, int round) throws Exception;

	/**
	 * Returns what we ask of ourselves, and what came out.
	 */
	List<Bar> bars(Results results);

	/**
	 * What the contenders are set to.
	 *
	 * @param ttl how long a value is kept
	 * @param lease how long a lock lives that nobody renews
	 */
	record Times(Duration ttl, Duration lease) {

	}

}
