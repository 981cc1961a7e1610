package dev.stampede.engine;

import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What a simulation runs on: the protocol as it is, or a mutant of it.
 *
 * @param redis makes the store for a ticker
 * @param flights makes the table of flights of one JVM
 * @param near keeps the near entries of one JVM
 */
record Variant(Function<LongSupplier, InMemoryRedis> redis, Supplier<FlightTable> flights, NearStorage near) {

	/** The protocol as it is. */
	static final Variant ORIGINAL = new Variant(InMemoryRedis::new, FlightTable::new, new SimulatedNearStorage());

	static Variant of(Function<LongSupplier, InMemoryRedis> redis) {
		return new Variant(redis, FlightTable::new, new SimulatedNearStorage());
	}

	static Variant with(Supplier<FlightTable> flights) {
		return new Variant(InMemoryRedis::new, flights, new SimulatedNearStorage());
	}

	static Variant near(NearStorage near) {
		return new Variant(InMemoryRedis::new, FlightTable::new, near);
	}

}
