package dev.stampede;

import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What a simulation runs on: the protocol as it is, or a mutant of it.
 *
 * @param redis makes the store for a ticker
 * @param flights makes the table of flights of one JVM
 */
record Variant(Function<LongSupplier, InMemoryRedis> redis, Supplier<FlightTable> flights) {

	/** The protocol as it is. */
	static final Variant ORIGINAL = new Variant(InMemoryRedis::new, FlightTable::new);

	static Variant of(Function<LongSupplier, InMemoryRedis> redis) {
		return new Variant(redis, FlightTable::new);
	}

	static Variant with(Supplier<FlightTable> flights) {
		return new Variant(InMemoryRedis::new, flights);
	}

}
