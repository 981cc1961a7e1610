package dev.stampede.sample;

import org.springframework.dao.DataAccessResourceFailureException;

/**
 * Trouble of the source, so that one can see what becomes of its callers.
 *
 * @param latencyMillis how much longer each read takes
 * @param broken whether each read fails
 */
public record Trouble(long latencyMillis, boolean broken) {

	/** A source that is well. */
	public static final Trouble NONE = new Trouble(0, false);

	// Takes the time, then fails if it has to.
	void strike() {
		try {
			Thread.sleep(this.latencyMillis);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new DataAccessResourceFailureException("The read of the source was interrupted", ex);
		}
		if (this.broken) {
			throw new DataAccessResourceFailureException("The source is broken, as was asked for");
		}
	}

}
