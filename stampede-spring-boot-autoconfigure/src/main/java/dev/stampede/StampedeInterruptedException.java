package dev.stampede;

/**
 * Exception for a blocked caller whose thread was interrupted. The interrupt flag is set,
 * this call did not read the source, and a lock that it may have taken is given back. The
 * exception says nothing about the state of Redis.
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
