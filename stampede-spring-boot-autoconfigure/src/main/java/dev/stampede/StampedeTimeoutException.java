package dev.stampede;

/**
 * Exception for a loser whose chain is exhausted: no step of it gave an answer within the
 * {@code waitTimeout}.
 *
 * @since 0.1.0
 */
public class StampedeTimeoutException extends StampedeException {

	/**
	 * Creates the exception.
	 * @param message which cache was asked, and how long the caller waited
	 */
	public StampedeTimeoutException(String message) {
		super(message);
	}

}
