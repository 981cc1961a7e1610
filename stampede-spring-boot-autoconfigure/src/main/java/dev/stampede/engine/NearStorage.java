package dev.stampede.engine;

import java.util.concurrent.ConcurrentMap;

/**
 * Makes the maps that near entries are kept in. Which entries there are, and until when,
 * is decided by the engine; a map only has to stay within its bound, and may let go of
 * any entry at any time.
 *
 * @since 0.1.0
 */
public interface NearStorage {

	/**
	 * Makes the map of one cache.
	 * @param <K> the type of its keys
	 * @param <V> the type of its values, which are compared by identity
	 * @param maxEntries the most entries that it keeps, those on their way included
	 * @return an empty map, safe for use by several threads, which never blocks for long
	 */
	<K, V> ConcurrentMap<K, V> create(int maxEntries);

}
