package dev.stampede.simulation;

import java.util.function.Function;
import java.util.function.LongSupplier;

import dev.stampede.engine.FlightTables;
import dev.stampede.engine.NearStorage;
import dev.stampede.store.InMemoryRedis;

/**
 * What a simulation runs on: the protocol as it is, or a mutant of it.
 *
 * @param redis makes the store for a ticker
 * @param flights the flights of one JVM
 * @param near keeps the near entries of one JVM
 */
record Variant(Function<LongSupplier, InMemoryRedis> redis, FlightTables flights, NearStorage near) {

	/** The protocol as it is. */
	static final Variant ORIGINAL = new Variant(InMemoryRedis::new, FlightTables.SOUND, new SimulatedNearStorage());

	static Variant of(Function<LongSupplier, InMemoryRedis> redis) {
		return new Variant(redis, FlightTables.SOUND, new SimulatedNearStorage());
	}

	static Variant with(FlightTables flights) {
		return new Variant(InMemoryRedis::new, flights, new SimulatedNearStorage());
	}

	static Variant near(NearStorage near) {
		return new Variant(InMemoryRedis::new, FlightTables.SOUND, near);
	}

}
