package dev.stampede.simulation;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import dev.stampede.engine.NearStorage;

/**
 * Keeps near entries without a bound.
 */
final class SimulatedNearStorage implements NearStorage {

	@Override
	public <K, V> ConcurrentMap<K, V> create(int maxEntries) {
		return new ConcurrentHashMap<>();
	}

}
