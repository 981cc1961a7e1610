package dev.stampede.engine;

import java.util.concurrent.ConcurrentMap;

/**
 * Factory of the maps that near entries are kept in. The engine decides which entries
 * there are, and until when. A map only has to stay within its bound, and may drop any
 * entry at any time.
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
