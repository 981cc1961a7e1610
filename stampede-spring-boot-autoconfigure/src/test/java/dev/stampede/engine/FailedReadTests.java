package dev.stampede.engine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;

import dev.stampede.OnLose;
import dev.stampede.key.EntryKey;
import dev.stampede.policy.Policies;
import dev.stampede.policy.StampedePolicy;
import dev.stampede.store.ValueCodec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What becomes of those around a source read that comes to nothing.
 */
class FailedReadTests {

	private static final EntryKey KEY = EntryKey.of("sets", "EMS0");

	private final ManualFleet fleet = new ManualFleet();

	private final Node here = this.fleet.start("here");

	private final Node there = this.fleet.start("there");

	@Test
	void callerOnAnEarlyRefreshThatIsInterruptedReadsInstead() throws Throwable {
		StampedePolicy policy = Policies.policy().ttl(1000).onLose(OnLose.POLL).earlyRefreshBeta(100).build();
		this.there.call(KEY, policy).start().reads("v1").proceed();
		this.fleet.time().pass(999);
		Caller early = this.here.call(KEY, policy).start();
		assertThat(early.readsSource()).isTrue();
		this.fleet.time().pass(100);
		Caller late = this.here.call(KEY, policy).start();
		assertThat(late.waits()).isTrue();
		early.fails(new InterruptedException()).proceed();
		late.proceed();
		assertThat(late.readsSource()).isTrue();
		assertThat(late.reads("v2").proceed().answer()).isEqualTo("v2");
	}

	@Test
	void undecodableCopyLeavesTheFailureToTheCaller() {
		StampedePolicy policy = Policies.policy().ttl(1000).staleTtl(100_000).failureBackoff(1000).build();
		this.there.call(KEY, policy).start().reads("v1").proceed();
		this.fleet.time().pass(1500);
		Caller caller = new Caller(this.here.engine(), new CallSpec<>("sets", policy, new OtherType()), KEY, false)
			.start();
		assertThat(caller.readsSource()).isTrue();
		caller.fails(new IOException("source down")).proceed();
		assertThat(caller.at()).isEqualTo(Step.DONE);
		assertThatExceptionOfType(IOException.class).isThrownBy(caller::answer).withMessage("source down");
	}

	@Test
	void detachedFlightThatASuccessorReplacesIsStillUnfinished() {
		FlightTable table = new FlightTable() {

			@Override
			Flight open(Waiter opener) {
				return new Flight(opener.key(), this, opener) {

					@Override
					boolean join(Waiter call) {
						detach(); // at the worst moment
						return super.join(call);
					}

				};
			}

		};
		Node node = this.fleet.start("racing", (builder) -> {
			builder.flights = () -> table;
			return builder;
		});
		Caller leader = node.call(KEY, Policies.policy().build()).start();
		assertThat(leader.readsSource()).isTrue();
		Flight detached = leader.flight();
		node.call(KEY, Policies.policy().build()).startSlowly();
		assertThat(table.unfinished()).contains(detached).hasSize(2);
	}

	/** Writes what it cannot read. */
	private static final class OtherType implements ValueCodec<String> {

		@Override
		public byte[] encode(Object value) {
			return value.toString().getBytes(StandardCharsets.UTF_8);
		}

		@Override
		public String decode(byte[] payload) {
			throw new IllegalStateException("another type");
		}

	}

}
