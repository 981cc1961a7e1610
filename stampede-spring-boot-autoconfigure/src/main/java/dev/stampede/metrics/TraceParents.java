package dev.stampede.metrics;

import io.micrometer.observation.Observation;
import org.jspecify.annotations.Nullable;

/**
 * Source of the trace that an observation belongs to.
 */
interface TraceParents {

	/** There are no traces. */
	TraceParents NONE = (context) -> null;

	/**
	 * Returns the identity of an observation's span.
	 * @param context the context of the observation
	 * @return its {@code traceparent}, or null
	 */
	@Nullable String of(Observation.ContextView context);

}
