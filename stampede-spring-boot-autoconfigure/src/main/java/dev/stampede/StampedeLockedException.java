package dev.stampede;

/**
 * Exception for a loser with {@link OnLose#FAIL_FAST}: another caller is reading the
 * source for its key.
 *
 * @since 0.1.0
 */
public class StampedeLockedException extends StampedeException {

	/**
	 * Creates the exception.
	 * @param message which cache was asked, and what to do instead
	 */
	public StampedeLockedException(String message) {
		super(message);
	}

}
