package dev.stampede.near;

import java.util.concurrent.ConcurrentMap;

import com.github.benmanes.caffeine.cache.Caffeine;

import dev.stampede.engine.NearStorage;

/**
 * Storage of near entries (an L1 cache) in Caffeine, which decides which entry to remove
 * when a cache is full.
 *
 * @since 0.1.0
 */
public final class CaffeineNearStorage implements NearStorage {

	@Override
	public <K, V> ConcurrentMap<K, V> create(int maxEntries) {
		return Caffeine.newBuilder()
			.maximumSize(maxEntries)
			.executor(Runnable::run) // its maintenance is short, and we use no common
										// pool
			.<K, V>build()
			.asMap();
	}

}
