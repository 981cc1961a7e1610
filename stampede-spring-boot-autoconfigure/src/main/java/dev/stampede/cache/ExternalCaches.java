package dev.stampede.cache;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * The caches of the application that protected methods are beside: their entries are not
 * ours, and of some we keep copies. Shared by all contexts on one store. Safe for use by
 * several threads.
 *
 * @since 0.1.0
 */
public final class ExternalCaches {

	private static final Log logger = LogFactory.getLog(ExternalCaches.class);

	private final ConcurrentMap<String, Boolean> copied = new ConcurrentHashMap<>();

	/**
	 * Creates the registry of no caches.
	 */
	public ExternalCaches() {
	}

	/**
	 * Returns whether the entries of a cache are not ours.
	 * @param cacheName the cache
	 * @return whether a method beside {@code @Cacheable} was seen that names it
	 */
	public boolean contains(String cacheName) {
		return this.copied.containsKey(cacheName);
	}

	void add(String cacheName, boolean keepsCopies) {
		if (Boolean.TRUE.equals(this.copied.get(cacheName))) {
			return;
		}
		this.copied.merge(cacheName, keepsCopies, Boolean::logicalOr);
		if (keepsCopies) {
			logger.warn("Stale copies of cache '" + cacheName
					+ "' are kept beside @Cacheable. They fall with @CacheEvict "
					+ "and @CachePut of applications that keep them too; whoever evicts by other means, such as "
					+ "Cache.evict, leaves them to be served for their stale window once the entry would have run out");
		}
	}

	boolean keepsCopies(String cacheName) {
		return Boolean.TRUE.equals(this.copied.get(cacheName));
	}

	boolean keepsAnyCopies() {
		return this.copied.containsValue(true);
	}

}
