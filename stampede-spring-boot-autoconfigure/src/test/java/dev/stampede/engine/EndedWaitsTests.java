package dev.stampede.engine;

import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.stampede.OnLose;
import dev.stampede.event.StampedeObserver;
import dev.stampede.key.EntryKey;
import dev.stampede.policy.Policies;
import dev.stampede.policy.StampedePolicy;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every wait that begins ends, whichever way the value comes, and whoever waited counts
 * as such.
 */
class EndedWaitsTests {

	private static final EntryKey KEY = EntryKey.of("sets", "EMS0");

	private static final StampedePolicy POLICY = Policies.policy().onLose(OnLose.POLL).build();

	private final ManualFleet fleet = new ManualFleet();

	private final Waits waits = new Waits();

	private final Node here = this.fleet.start("here", (builder) -> builder.observer(this.waits));

	private final Node there = this.fleet.start("there");

	@Test
	void valueThatAnotherInstancePutsEndsTheWait() throws Throwable {
		Caller winner = this.there.call(KEY, POLICY).start();
		Caller loser = this.here.call(KEY, POLICY).start();
		assertThat(loser.waits()).isTrue();
		this.there.stampede().put(new CallSpec<>("sets", POLICY, this.there.codec()), KEY, "put");
		this.fleet.time().pass(1);
		assertThat(loser.proceed().answer()).isEqualTo("put");
		winner.reads("late").proceed();
		assertEnded(1);
	}

	@Test
	void fillOfAnotherInstanceAfterTheFlightEndsTheWait() throws Throwable {
		StampedePolicy unrenewed = Policies.policy().onLose(OnLose.POLL).lockRenewal(false).waitTimeout(60_000).build();
		Caller late = this.here.call(KEY, unrenewed).start();
		Caller waiter = this.here.call(KEY, unrenewed).start();
		assertThat(waiter.waits()).isTrue();
		this.fleet.time().pass(5001);
		this.there.call(KEY, unrenewed).start().reads("new").proceed();
		assertThat(waiter.proceed().answer()).isEqualTo("new");
		late.reads("old").proceed();
		assertEnded(1);
	}

	@Test
	void failureOfTheReadEndsTheWait() {
		Caller winner = this.here.call(KEY, POLICY).start();
		Caller waiter = this.here.call(KEY, POLICY).start();
		winner.fails(new IllegalStateException("source down")).proceed();
		assertThat(waiter.proceed().at()).isEqualTo(Step.DONE);
		assertThat(this.waits.begun).hasValue(1);
		assertThat(this.waits.ended).hasValue(1);
	}

	private void assertEnded(int count) {
		assertThat(this.waits.begun).hasValue(count);
		assertThat(this.waits.ended).hasValue(count);
		assertThat(this.here.events().count("WAITED")).isEqualTo(count);
	}

	/** Counts waits. */
	private static final class Waits implements StampedeObserver {

		private final AtomicInteger begun = new AtomicInteger();

		private final AtomicInteger ended = new AtomicInteger();

		@Override
		public @Nullable Object current() {
			return null;
		}

		@Override
		public Observed reading(String cacheName, @Nullable Object parent) {
			return Observed.NOT;
		}

		@Override
		public Observed waiting(String cacheName, @Nullable Object parent) {
			this.begun.incrementAndGet();
			return new Observed() {

				@Override
				public void ended(Enum<?> outcome, @Nullable Throwable failure, @Nullable String cause) {
					Waits.this.ended.incrementAndGet();
				}

			};
		}

	}

}
