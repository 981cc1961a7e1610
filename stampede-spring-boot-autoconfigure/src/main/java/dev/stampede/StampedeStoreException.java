package dev.stampede;

/**
 * Exception for a command that the store (Redis or Valkey) did not do. A protected call
 * throws it with {@code FAIL_CLOSED} only. {@code put}, {@code evict} and {@code clear}
 * throw it in both modes, since a swallowed eviction would serve revoked data.
 *
 * @since 0.1.0
 */
public class StampedeStoreException extends StampedeException {

	/**
	 * Creates the exception.
	 * @param message what was attempted, and on which cache
	 */
	public StampedeStoreException(String message) {
		super(message);
	}

	/**
	 * Creates the exception.
	 * @param message what was attempted, and on which cache
	 * @param cause what the driver reported
	 */
	public StampedeStoreException(String message, Throwable cause) {
		super(message, cause);
	}

	/**
	 * Creates the exception for a failure that a store does not promise.
	 * @param cause what the store threw, or ended with
	 * @return the exception
	 */
	public static StampedeStoreException unexpected(Throwable cause) {
		return new StampedeStoreException("The store failed in an unexpected way", cause);
	}

}
