package dev.stampede.near;

import java.util.concurrent.ConcurrentMap;

import com.github.benmanes.caffeine.cache.Caffeine;

import dev.stampede.engine.NearStorage;

/**
 * Keeps near entries in Caffeine, which decides whom to let go when a cache is full.
 *
 * @since 0.1.0
 */
public final class CaffeineNearStorage implements NearStorage {

	@Override
	public <K, V> ConcurrentMap<K, V> create(int maxEntries) {
		return Caffeine.newBuilder()
			.maximumSize(maxEntries)
			.executor(Runnable::run) // its chores are short, and no pool is ours to use
			.<K, V>build()
			.asMap();
	}

}
