package dev.stampede.metrics;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.Test;

import dev.stampede.event.StampedeListener.SourceRead;
import dev.stampede.event.StampedeObserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests of observations whose handlers fail.
 */
class CallObservationsTests {

	private final ObservationRegistry registry = ObservationRegistry.create();

	private final StampedeObserver observer = new CallObservations(() -> this.registry, false);

	@Test
	void handlerThatFailsToOpenLeavesNothingOnTheThread() {
		this.registry.observationConfig().observationHandler(new Failing(true));
		StampedeObserver.Observed reading = this.observer.reading("sets", null);
		assertThat(catchThrowable(reading::open)).isInstanceOf(IllegalStateException.class);
		assertThat(this.registry.getCurrentObservation()).isNull();
		reading.ended(SourceRead.SUCCESS, null, null);
	}

	@Test
	void handlerThatFailsToCloseLeavesNothingOnTheThread() {
		this.registry.observationConfig().observationHandler(new Failing(false));
		StampedeObserver.Observed reading = this.observer.reading("sets", null);
		StampedeObserver.Scope scope = reading.open();
		assertThat(this.registry.getCurrentObservation()).isNotNull();
		assertThat(catchThrowable(scope::close)).isInstanceOf(IllegalStateException.class);
		assertThat(this.registry.getCurrentObservation()).isNull();
	}

	/**
	 * Fails when a scope is opened, or when it is closed.
	 *
	 * @param opening whether it is when one is opened
	 */
	private record Failing(boolean opening) implements ObservationHandler<Observation.Context> {

		@Override
		public void onScopeOpened(Observation.Context context) {
			if (this.opening) {
				throw new IllegalStateException("broken handler");
			}
		}

		@Override
		public void onScopeClosed(Observation.Context context) {
			if (!this.opening) {
				throw new IllegalStateException("broken handler");
			}
		}

		@Override
		public boolean supportsContext(Observation.Context context) {
			return true;
		}

	}

}
