package dev.stampede;

/**
 * Tells a blocked caller that its thread was interrupted. The interrupt flag is set, the
 * source was not read by this call, and a lock it may have taken is given back. It says
 * nothing about the state of Redis.
 *
 * @since 0.1.0
 */
public class StampedeInterruptedException extends StampedeException {

	/**
	 * Creates the exception.
	 * @param message what the caller was doing when it was interrupted
	 */
	public StampedeInterruptedException(String message) {
		super(message);
	}

	/**
	 * Creates the exception.
	 * @param message what the caller was doing when it was interrupted
	 * @param cause what the driver reported
	 */
	public StampedeInterruptedException(String message, Throwable cause) {
		super(message, cause);
	}

}
