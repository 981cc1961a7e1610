package dev.stampede;

/**
 * Parent of the exceptions that a protected call throws. An exception of the source is
 * none of these: it reaches its caller as thrown. Configuration that cannot work is a
 * {@link StampedeConfigurationException}.
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
