package dev.stampede.store;

/**
 * Refusal to store a value: it would not come back as it was, or is too large. What is
 * stored under its key is older and known to be wrong. The message has no part of the
 * value.
 *
 * @since 0.1.0
 */
public final class UnstorableValueException extends IllegalArgumentException {

	/**
	 * Creates an exception.
	 * @param message the reason
	 */
	public UnstorableValueException(String message) {
		super(message);
	}

}
