package dev.stampede.store;

/**
 * The step of the protocol in which the store failed.
 *
 * @since 0.1.0
 */
public enum StorePhase {

	/** The read of a hit. */
	GET,
	/** The re-read and the taking of the lock. */
	ACQUIRE,
	/** The write of the value. */
	FILL,
	/** The extension of a lock. */
	RENEW,
	/** The giving up of a lock. */
	RELEASE,
	/** An eviction or a put. */
	EVICT,
	/** The clearing of a cache. */
	CLEAR,
	/** The subscription to messages. */
	SUBSCRIBE

}
