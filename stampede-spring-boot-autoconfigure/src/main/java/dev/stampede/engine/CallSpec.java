package dev.stampede.engine;

import dev.stampede.key.EntryKey;
import dev.stampede.policy.StampedePolicy;
import dev.stampede.store.ValueCodec;

/**
 * Specification that all calls of one protected method share; made once and kept.
 *
 * @param <T> the type of the value
 * @param cacheName the name of the cache
 * @param policy how calls are protected
 * @param codec how values are stored
 * @since 0.1.0
 */
public record CallSpec<T>(String cacheName, StampedePolicy policy, ValueCodec<T> codec) {

	/**
	 * Checks the name of the cache.
	 */
	public CallSpec {
		EntryKey.requireLegal(cacheName);
	}

	/**
	 * Renders the key of a call.
	 * @param key the key, as for {@link EntryKey#of}
	 * @return the identity of the entry
	 * @throws IllegalArgumentException if the key, or a part of it, has no value
	 * semantics; the message says what to use instead
	 */
	public EntryKey key(Object key) {
		return EntryKey.ofLegalName(this.cacheName, key);
	}

}
