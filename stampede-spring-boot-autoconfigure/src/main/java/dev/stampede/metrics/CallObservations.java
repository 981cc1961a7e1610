package dev.stampede.metrics;

import java.util.function.Supplier;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

import dev.stampede.event.StampedeObserver;
import dev.stampede.event.Tally;

/**
 * Observer that makes source reads observations {@code stampede.load}, and losers' waits
 * {@code stampede.blocked}, with the cache and the outcome as their keys.
 *
 * @since 0.1.0
 */
public final class CallObservations implements StampedeObserver {

	private final Supplier<ObservationRegistry> registry;

	private final TraceParents traceParents;

	/**
	 * Creates the observer.
	 * @param registry gives the registry, asked for when something is observed
	 * @param tracing whether Micrometer Tracing is on the class path
	 */
	public CallObservations(Supplier<ObservationRegistry> registry, boolean tracing) {
		this.registry = registry;
		this.traceParents = tracing ? new TracingTraceParents() : TraceParents.NONE;
	}

	@Override
	public @Nullable Object current() {
		return this.registry.get().getCurrentObservation();
	}

	@Override
	public Observed reading(String cacheName, @Nullable Object parent) {
		return begin("stampede.load", "load", new Observation.Context(), cacheName, parent);
	}

	@Override
	public Observed waiting(String cacheName, @Nullable Object parent) {
		return begin("stampede.blocked", "wait for", new BlockedContext(), cacheName, parent);
	}

	private Observed begin(String name, String verb, Observation.Context context, String cacheName,
			@Nullable Object parent) {
		Observation observation = Observation.createNotStarted(name, () -> context, this.registry.get());
		if (observation.isNoop()) {
			return Observed.NOT;
		}
		observation.contextualName(verb + " " + cacheName).lowCardinalityKeyValue("cache", cacheName);
		if (parent instanceof Observation outer) {
			observation.parentObservation(outer);
		}
		return new ObservedCall(observation.start(), this.traceParents);
	}

	/**
	 * Observation that has begun.
	 *
	 * @param observation the observation
	 * @param traceParents tells its trace
	 */
	private record ObservedCall(Observation observation, TraceParents traceParents) implements Observed {

		@Override
		public Scope open() {
			ObservationRegistry registry = this.observation.getObservationRegistry();
			Observation.Scope before = registry.getCurrentObservationScope();
			try {
				Observation.Scope opened = this.observation.openScope();
				return () -> close(opened, registry, before);
			}
			catch (RuntimeException | Error ex) {
				registry.setCurrentObservationScope(before);
				throw ex;
			}
		}

		// a handler that fails must not leave it on the thread
		private static void close(Observation.Scope opened, ObservationRegistry registry,
				Observation.@Nullable Scope before) {
			try {
				opened.close();
			}
			finally {
				registry.setCurrentObservationScope(before);
			}
		}

		@Override
		public @Nullable String traceParent() {
			return this.traceParents.of(this.observation.getContextView());
		}

		@Override
		public void ended(Enum<?> outcome, @Nullable Throwable failure, @Nullable String cause) {
			if (this.observation.getContext() instanceof BlockedContext blocked) {
				blocked.setCause(cause);
			}
			this.observation.lowCardinalityKeyValue("outcome", Tally.name(outcome));
			if (failure != null) {
				this.observation.error(failure);
			}
			this.observation.stop();
		}

	}

}
