package dev.stampede.metrics;

import io.micrometer.observation.Observation;
import org.jspecify.annotations.Nullable;

/**
 * Context of {@code stampede.blocked}: a loser's wait, and the read that ended it.
 *
 * @since 0.1.0
 */
public final class BlockedContext extends Observation.Context {

	private @Nullable String cause;

	BlockedContext() {
	}

	/**
	 * Returns the trace of the read that ended the wait.
	 * @return its {@code traceparent}, or null if it is not known, as after a poll
	 */
	public @Nullable String getCause() {
		return this.cause;
	}

	void setCause(@Nullable String cause) {
		this.cause = cause;
	}

}
