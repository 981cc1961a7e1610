package dev.stampede.simulation;

import java.util.List;
import java.util.function.Consumer;

import dev.stampede.StampedeStoreException;
import dev.stampede.engine.CallSpec;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.key.EntryKey;

/**
 * Evictions, puts and clearings in a {@link Schedule}. A writer's thread waits at each of
 * its commands while others go on.
 */
final class Writers {

	private final Chance chance;

	private final Invariants invariants;

	private final SimulatedNetwork network;

	private final Trace trace;

	Writers(Chance chance, Invariants invariants, SimulatedNetwork network, Trace trace) {
		this.chance = chance;
		this.invariants = invariants;
		this.network = network;
		this.trace = trace;
	}

	void writeAny(SimulatedNode node, List<EntryKey> keys) {
		EntryKey key = this.chance.any(keys);
		switch (this.chance.below(5)) {
			case 0, 1 -> write(node, this.invariants.writeBegins("eviction of " + key.key(), List.of(key)),
					(engine) -> engine.evict(key));
			case 2 ->
				write(node, this.invariants.writeBegins("clearing", keys), (engine) -> engine.clear(key.cacheName()));
			default -> {
				Write write = this.invariants.writeBegins("put of " + key.key(), List.of(key));
				int value = this.invariants.putBegins(key);
				CallSpec<String> spec = new CallSpec<>(key.cacheName(), SimulatedPolicies.any(this.chance),
						node.jvm.codec());
				write(node, write, (engine) -> {
					try {
						engine.put(spec, key, Integer.toString(value));
					}
					finally {
						this.invariants.putEnds(key, value);
					}
				});
			}
		}
	}

	private void write(SimulatedNode node, Write write, Consumer<StampedeEngine> action) {
		this.trace.add(() -> node + " begins " + write.what());
		this.network.begin(write);
		try {
			action.accept(node.jvm.stampede());
			node.heard(write);
			this.invariants.writeReturned(write);
			this.trace.add(() -> node + " has ended " + write.what());
		}
		catch (StampedeStoreException ex) {
			// nothing was promised
			this.trace.add(() -> node + " has failed in " + write.what());
		}
		finally {
			node.disturbances++;
			this.network.end(write);
		}
	}

}
