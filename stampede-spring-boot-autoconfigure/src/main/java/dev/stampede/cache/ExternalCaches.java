package dev.stampede.cache;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Registry of external caches: caches of the application beside which methods are
 * protected. Their entries are not ours, and of some we keep shadow entries. Shared by
 * all contexts on one store. Safe for use by several threads.
 *
 * @since 0.1.0
 */
public final class ExternalCaches {

	private static final Log logger = LogFactory.getLog(ExternalCaches.class);

	private final ConcurrentMap<String, Boolean> shadowed = new ConcurrentHashMap<>();

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
		return this.shadowed.containsKey(cacheName);
	}

	void add(String cacheName, boolean hasShadowEntries) {
		if (Boolean.TRUE.equals(this.shadowed.get(cacheName))) {
			return;
		}
		this.shadowed.merge(cacheName, hasShadowEntries, Boolean::logicalOr);
		if (hasShadowEntries) {
			logger.warn("Stale copies of cache '" + cacheName
					+ "' are kept beside @Cacheable. They fall with @CacheEvict "
					+ "and @CachePut of applications that keep them too; whoever evicts by other means, such as "
					+ "Cache.evict, leaves them to be served for their stale window once the entry would have run out");
		}
	}

	boolean hasShadowEntries(String cacheName) {
		return Boolean.TRUE.equals(this.shadowed.get(cacheName));
	}

	boolean hasAnyShadowEntries() {
		return this.shadowed.containsValue(true);
	}

}
