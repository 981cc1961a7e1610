package dev.stampede;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * What is worth a warning, once for each cache. Safe for use by several threads.
 */
final class Warnings {

	private static final Log logger = LogFactory.getLog(Warnings.class);

	private final Set<String> warned = ConcurrentHashMap.newKeySet();

	private final Set<String> outlived = ConcurrentHashMap.newKeySet();

	/**
	 * Warns of the first entry of a cache that could not be decoded.
	 * @param cacheName the cache
	 * @param ex why
	 */
	void reportUndecodable(String cacheName, RuntimeException ex) {
		String message = "An entry of cache '" + cacheName + "' cannot be decoded as the declared type and counts as a "
				+ "miss; perhaps methods of different types share its keys";
		if (this.warned.add(cacheName)) {
			logger.warn(message + ". Logged once for each cache", ex);
		}
		else {
			logger.debug(message, ex);
		}
	}

	/**
	 * Warns of the first source read of a cache that outlived its lock.
	 * @param cacheName the cache
	 * @param policy its policy
	 */
	void reportOutlived(String cacheName, StampedePolicy policy) {
		if (this.outlived.add(cacheName)) {
			logger.warn("A source read of cache '" + cacheName
					+ "' took longer than its lock lived, so it was not stored. " + "Raise lock-max-hold ("
					+ policy.lockMaxHold().toMillis() + "ms) or, where lock-renewal is off, " + "lock-ttl ("
					+ policy.lockTtl().toMillis() + "ms). Logged once for each cache");
		}
	}

}
