package dev.stampede.policy;

import dev.stampede.StampedeStoreException;

/**
 * What a protected call does while the store (Redis or Valkey) does not answer.
 *
 * @since 0.1.0
 */
public enum RedisFailureMode {

	/**
	 * Callers of one JVM share one read of the source, and nothing is stored.
	 */
	FAIL_OPEN,

	/**
	 * The source is not read; the call throws {@link StampedeStoreException}.
	 */
	FAIL_CLOSED

}
