package dev.stampede;

/**
 * Parent of all exceptions of ours. What a source throws is never one of these: it
 * reaches its caller as thrown.
 *
 * @since 0.1.0
 */
public abstract class StampedeException extends RuntimeException {

	StampedeException(String message) {
		super(message);
	}

	StampedeException(String message, Throwable cause) {
		super(message, cause);
	}

}
