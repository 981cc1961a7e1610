package dev.stampede.redis;

/**
 * A value would not come back as it was. The message has no part of the value.
 */
final class UnstorableException extends IllegalArgumentException {

	UnstorableException(String message) {
		super(message);
	}

}
