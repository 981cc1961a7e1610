package dev.stampede.metrics;

import io.micrometer.observation.Observation;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.TracingObservationHandler;
import org.jspecify.annotations.Nullable;

/**
 * Traces of Micrometer Tracing, in the form of the W3C's Trace Context.
 */
final class TracingTraceParents implements TraceParents {

	private static final int PARTS = 4;

	@Override
	public @Nullable String of(Observation.ContextView context) {
		TracingObservationHandler.TracingContext tracing = context.get(TracingObservationHandler.TracingContext.class);
		Span span = (tracing != null) ? tracing.getSpan() : null;
		if (span == null || span.isNoop()) {
			return null;
		}
		TraceContext trace = span.context();
		return "00-" + trace.traceId() + "-" + trace.spanId() + "-"
				+ (Boolean.FALSE.equals(trace.sampled()) ? "00" : "01");
	}

	/**
	 * Reads a {@code traceparent}, which may come from anywhere.
	 * @param text the text
	 * @param tracer makes the context
	 * @return the context, or null if it is none
	 */
	static @Nullable TraceContext parse(@Nullable String text, Tracer tracer) {
		String[] parts = (text != null) ? text.split("-", -1) : new String[0];
		if (parts.length != PARTS || parts[1].isEmpty() || parts[2].isEmpty()) {
			return null;
		}
		return tracer.traceContextBuilder().traceId(parts[1]).spanId(parts[2]).sampled(parts[3].equals("01")).build();
	}

}
