package dev.stampede.metrics;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.tracing.Link;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.TracingObservationHandler;

/**
 * Handler that makes the span of a loser's wait when the wait is over. Only then is it
 * known which read ended it, and a span can be linked only at its start.
 *
 * @since 0.1.0
 */
public final class BlockedSpanHandler implements TracingObservationHandler<BlockedContext> {

	private final Tracer tracer;

	/**
	 * Creates the handler.
	 * @param tracer makes the spans
	 */
	public BlockedSpanHandler(Tracer tracer) {
		this.tracer = tracer;
	}

	@Override
	public void onStart(BlockedContext context) {
		context.put(Instant.class, Instant.now());
		// it has no span, but it must be there: handlers that make meters beside traces
		// require it
		getTracingContext(context);
	}

	@Override
	public void onScopeOpened(BlockedContext context) {
	}

	@Override
	public void onError(BlockedContext context) {
	}

	@Override
	public void onStop(BlockedContext context) {
		Instant began = context.getOrDefault(Instant.class, Instant.now());
		Span.Builder builder = this.tracer.spanBuilder()
			.name(getSpanName(context))
			.startTimestamp(TimeUnit.SECONDS.toNanos(began.getEpochSecond()) + began.getNano(), TimeUnit.NANOSECONDS);
		Span parent = getParentSpan(context);
		if (parent != null) {
			builder.setParent(parent.context());
		}
		for (KeyValue key : context.getAllKeyValues()) {
			builder.tag(key.getKey(), key.getValue());
		}
		TraceContext cause = TracingTraceParents.parse(context.getCause(), this.tracer);
		if (cause != null) {
			builder.addLink(new Link(cause));
		}
		if (context.getError() != null) {
			builder.error(context.getError());
		}
		builder.start().end();
	}

	@Override
	public boolean supportsContext(Observation.Context context) {
		return context instanceof BlockedContext;
	}

	@Override
	public Tracer getTracer() {
		return this.tracer;
	}

}
