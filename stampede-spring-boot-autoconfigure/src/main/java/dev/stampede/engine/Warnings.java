package dev.stampede.engine;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.util.unit.DataSize;

import dev.stampede.policy.PolicySettings;
import dev.stampede.policy.StampedePolicy;
import dev.stampede.store.Acquisition;
import dev.stampede.store.UnstorableValueException;

/**
 * Warnings, for each cache once, or once in a while. No warning shows what an exception
 * says, since that may quote a value. Safe for use by several threads.
 */
final class Warnings {

	private static final Log logger = LogFactory.getLog(Warnings.class);

	private static final long HIDDEN_FAILURES_EVERY = Duration.ofMinutes(1).toNanos();

	private final Set<String> warned = ConcurrentHashMap.newKeySet();

	private final Set<String> endless = ConcurrentHashMap.newKeySet();

	private final Set<String> outlived = ConcurrentHashMap.newKeySet();

	private final Set<String> tooLarge = ConcurrentHashMap.newKeySet();

	private final Set<String> notEncoded = ConcurrentHashMap.newKeySet();

	private final ConcurrentMap<String, Long> hidden = new ConcurrentHashMap<>();

	private final LongSupplier ticker;

	Warnings(LongSupplier ticker) {
		this.ticker = ticker;
	}

	/**
	 * Warns of the first entry of a cache that could not be decoded.
	 * @param cacheName the cache
	 * @param ex why
	 */
	void reportUndecodable(String cacheName, RuntimeException ex) {
		String message = "An entry of cache '" + cacheName + "' cannot be decoded as the declared type and counts as a "
				+ "miss; perhaps methods of different types share its keys";
		if (this.warned.add(cacheName)) {
			logger.warn(message + " (" + ex.getClass().getName() + "). Logged once for each cache");
		}
		logger.debug(message, ex);
	}

	/**
	 * Warns of a source that fails while a stale copy hides it from callers.
	 * @param cacheName the cache
	 * @param ex with what it failed
	 */
	void reportHiddenFailure(String cacheName, Throwable ex) {
		long now = this.ticker.getAsLong();
		Long last = this.hidden.get(cacheName);
		boolean due = (last != null) ? now - last >= HIDDEN_FAILURES_EVERY && this.hidden.replace(cacheName, last, now)
				: this.hidden.putIfAbsent(cacheName, now) == null;
		if (due) {
			logger.warn("The source of cache '" + cacheName + "' fails (" + ex.getClass().getName()
					+ "), and stale copies are served instead. Logged once a minute for each cache");
		}
		logger.debug("The source of cache '" + cacheName + "' failed; a copy is served instead", ex);
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

	/**
	 * Warns of the first value of a cache that is too large to be stored.
	 * @param cacheName the cache
	 * @param bytes how large it is
	 * @param limit the limit
	 * @return the reason not to store it
	 */
	UnstorableValueException reportTooLarge(String cacheName, int bytes, DataSize limit) {
		String sizes = bytes + " bytes, more than the " + limit.toBytes() + " bytes of "
				+ PolicySettings.property(cacheName, "max-value-size");
		if (this.tooLarge.add(cacheName)) {
			logger.warn("A value of cache '" + cacheName + "' is not stored, since it takes " + sizes
					+ ". Each JVM reads it for itself. Return less, or raise the limit. Logged once for each cache");
		}
		return new UnstorableValueException("The value takes " + sizes);
	}

	/**
	 * Warns of the first value of a cache that an error kept from being encoded.
	 * @param cacheName the cache
	 * @param ex the error
	 */
	void reportNotEncoded(String cacheName, Error ex) {
		if (this.notEncoded.add(cacheName)) {
			logger.warn("A value of cache '" + cacheName + "' is not stored, since encoding it failed with "
					+ ex.getClass().getName() + ". Logged once for each cache");
		}
	}

	/**
	 * Warns of the first lock of a cache that does not end by itself.
	 * @param cacheName the cache
	 * @param reply what was told of the lock
	 */
	void reportEndless(String cacheName, Acquisition reply) {
		if (reply.remainingMillis() < 0 && this.endless.add(cacheName)) {
			logger.warn("A lock of cache '" + cacheName
					+ "' has no expiry, so nobody can take it over; ours always have "
					+ "one. Callers that wait for it give up at their wait-timeout. Evict the key to remove the lock. "
					+ "Logged once for each cache");
		}
	}

}
