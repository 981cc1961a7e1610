package dev.stampede.benchmarks.herd;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Something that happens to a herd, the same for every contender.
 */
interface Scenario {

	/**
	 * Returns what happens, with its figures.
	 * @return the title
	 */
	String title();

	/**
	 * Returns what the contenders are set to.
	 * @return the times
	 */
	Times times();

	/**
	 * Returns the contenders; where there is a ratio, what it is measured by is the
	 * first.
	 * @return the contenders
	 */
	default List<Approach> approaches() {
		return Approach.all();
	}

	/**
	 * Returns how often the contenders take turns.
	 * @return the number of rounds
	 */
	default int rounds() {
		return 1;
	}

	/**
	 * Returns whether a fleet is of no use afterwards.
	 * @return whether each turn needs a fleet of its own
	 */
	default boolean breaksFleet() {
		return false;
	}

	/**
	 * Returns the figure whose ratio to the first contender is shown.
	 * @return the figure, or null if there is none
	 */
	default @Nullable Figure compared() {
		return null;
	}

	/**
	 * Readies a fleet that has started.
	 * @param fleet the fleet
	 * @throws Exception if anything fails
	 */
	default void prepare(ContenderFleet fleet) throws Exception {
	}

	/**
	 * Counts what could not be counted without an effect on times.
	 * @param fleet the fleet
	 * @return the counts
	 * @throws Exception if anything fails
	 */
	default Figures count(ContenderFleet fleet) throws Exception {
		return new Figures();
	}

	/**
	 * Runs one round.
	 * @param fleet the fleet
	 * @param round its number, from 1
	 * @return what was measured
	 * @throws Exception if anything fails
	 */
	Figures run(ContenderFleet fleet, int round) throws Exception;

	/**
	 * Returns what we ask of ourselves, and what came out.
	 * @param results what was measured
	 * @return the bars
	 */
	List<Bar> bars(Results results);

	/**
	 * Times that the contenders are set to.
	 *
	 * @param ttl how long a value is kept
	 * @param lease how long a lock lives that nobody renews
	 */
	record Times(Duration ttl, Duration lease) {

	}

}
