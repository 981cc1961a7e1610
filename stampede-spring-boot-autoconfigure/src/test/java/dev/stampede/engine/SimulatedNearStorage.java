package dev.stampede.engine;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Keeps near entries without a bound.
 */
final class SimulatedNearStorage implements NearStorage {

	@Override
	public <K, V> ConcurrentMap<K, V> create(int maxEntries) {
		return new ConcurrentHashMap<>();
	}

}
