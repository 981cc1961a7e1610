package dev.stampede;

/**
 * Exception for a command that the store (Redis or Valkey) did not do. A protected call
 * throws it with {@code FAIL_CLOSED} only. {@code put}, {@code evict} and {@code clear}
 * throw it in both modes, since a swallowed eviction would serve revoked data.
 *
 * @since 0.1.0
 */
public class StampedeStoreException extends StampedeException {

	private final boolean refusal;

	/**
	 * Creates the exception.
	 * @param message what was attempted, and on which cache
	 */
	public StampedeStoreException(String message) {
		super(message);
		this.refusal = false;
	}

	/**
	 * Creates the exception.
	 * @param message what was attempted, and on which cache
	 * @param cause what the driver reported
	 */
	public StampedeStoreException(String message, Throwable cause) {
		this(message, cause, false);
	}

	/**
	 * Creates the exception.
	 * @param message what was attempted, and on which cache
	 * @param cause what the driver reported
	 * @param refusal whether the store answered, and refused this one command
	 */
	public StampedeStoreException(String message, Throwable cause, boolean refusal) {
		super(message, cause);
		this.refusal = refusal;
	}

	/**
	 * Returns whether the store answered, and refused this one command: a right is
	 * lacking, or the key is of another type. Otherwise it was away, or too late.
	 * @return whether others may be served meanwhile
	 */
	public boolean isRefusal() {
		return this.refusal;
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
