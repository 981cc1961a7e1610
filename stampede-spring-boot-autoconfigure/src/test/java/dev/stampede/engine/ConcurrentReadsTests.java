package dev.stampede.engine;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.stampede.StampedeTimeoutException;
import dev.stampede.key.EntryKey;
import dev.stampede.policy.Policies;
import dev.stampede.policy.StampedePolicy;
import dev.stampede.store.StoreCommand;
import dev.stampede.store.ValueCodec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Limits on concurrent reads, reads of the entry that are not coalesced, and callers of
 * different types on one key.
 */
class ConcurrentReadsTests {

	private static final StampedePolicy TWO_AT_A_TIME = Policies.policy().maxConcurrentReads(2).build();

	private final ManualFleet fleet = new ManualFleet();

	private final Node node = this.fleet.start("node");

	@AfterEach
	void nothingIsLeft() {
		this.fleet.assertNothingIsLeft();
	}

	@Test
	void noMoreReadsRunThanTheLimit() throws Throwable {
		List<Caller> callers = new ArrayList<>();
		for (int i = 0; i < 6; i++) {
			callers.add(this.node.call(EntryKey.of("sets", "E" + i), TWO_AT_A_TIME).start());
		}
		int read = 0;
		while (callers.stream().anyMatch((caller) -> caller.at() != Step.DONE)) {
			List<Caller> reading = callers.stream().filter(Caller::readsSource).toList();
			assertThat(reading).hasSizeBetween(1, 2);
			reading.get(0).reads("v").proceed();
			read++;
			callers.forEach(Caller::proceed);
		}
		assertThat(read).isEqualTo(6);
		assertThat(callers.get(5).answer()).isEqualTo("v");
	}

	@Test
	void waitForAPermitCountsAgainstTheWait() {
		StampedePolicy hasty = Policies.policy().maxConcurrentReads(1).waitTimeout(100).build();
		Caller reading = this.node.call(EntryKey.of("sets", "a"), hasty).start();
		Caller waiting = this.node.call(EntryKey.of("sets", "b"), hasty).start();
		assertThat(waiting.waits()).isTrue();
		this.fleet.time().pass(101);
		assertThatExceptionOfType(StampedeTimeoutException.class).isThrownBy(waiting.proceed()::answer);
		reading.reads("v").proceed();
		assertThat(this.node.store().asked()).filteredOn("Acquire"::equals).hasSize(1);
	}

	@Test
	void loserHoldsNoPermitWhileItWaitsForTheLock() {
		Node other = this.fleet.start("other");
		StampedePolicy single = Policies.policy().maxConcurrentReads(1).build();
		Caller elsewhere = other.call(EntryKey.of("sets", "a"), single).start();
		Caller loser = this.node.call(EntryKey.of("sets", "a"), single).start();
		assertThat(loser.waits()).isTrue();
		Caller bystander = this.node.call(EntryKey.of("sets", "b"), single).start();
		assertThat(bystander.readsSource()).isTrue();
		bystander.reads("v").proceed();
		elsewhere.reads("v").proceed();
		assertThat(loser.proceed().at()).isEqualTo(Step.DONE);
	}

	@Test
	void fillElsewhereIsSeenWhileWaitingForAPermit() throws Throwable {
		Node other = this.fleet.start("other");
		StampedePolicy single = Policies.policy().maxConcurrentReads(1).build();
		Caller busy = this.node.call(EntryKey.of("sets", "c"), single).start();
		Caller waiting = this.node.call(EntryKey.of("sets", "a"), single).start();
		assertThat(waiting.waits()).isTrue();
		other.call(EntryKey.of("sets", "a"), single).start().reads("v").proceed();
		this.fleet.time().pass(251);
		assertThat(waiting.proceed().answer()).isEqualTo("v");
		busy.reads("v").proceed();
	}

	@Test
	void limitHoldsWhileTheStoreIsDown() throws Throwable {
		this.node.store().failOn(StoreCommand.class);
		StampedePolicy single = Policies.policy().maxConcurrentReads(1).build();
		Caller first = this.node.call(EntryKey.of("sets", "a"), single).start();
		Caller second = this.node.call(EntryKey.of("sets", "b"), single).start();
		assertThat(first.readsSource()).isTrue();
		assertThat(second.readsSource()).isFalse();
		first.reads("v").proceed();
		assertThat(second.proceed().readsSource()).isTrue();
		assertThat(second.reads("w").proceed().answer()).isEqualTo("w");
	}

	@Test
	void callersReadForThemselvesWhenReadsAreNotCoalesced() throws Throwable {
		Node apart = this.fleet.start("apart", (builder) -> builder.coalesceReads(false));
		EntryKey key = EntryKey.of("sets", "EMS0");
		StampedePolicy policy = Policies.policy().build();
		Caller first = apart.call(key, policy).startSlowly();
		Caller second = apart.call(key, policy).startSlowly();
		first.proceed();
		second.proceed();
		assertThat(apart.store().asked()).containsExactly("Read", "Read", "Acquire", "Read");
		assertThat(second.waits()).as("the regeneration is shared all the same").isTrue();
		first.reads("v1").proceed();
		assertThat(second.proceed().answer()).isEqualTo("v1");
		assertThat(apart.call(key, policy).start().answer()).isEqualTo("v1");
	}

	@Test
	void joinerThatCannotDecodeReadsForItselfUnderTheLock() throws Throwable {
		EntryKey key = EntryKey.of("sets", "EMS0");
		Caller text = this.node.call(key, Policies.policy().build()).start();
		Caller number = new Caller(this.node.engine(), new CallSpec<>("sets", Policies.policy().build(), new Numbers()),
				key, false)
			.start();
		text.reads("no number").proceed();
		assertThat(number.proceed().readsSource()).isTrue();
		assertThat(number.reads("42").proceed().answer()).isEqualTo("42");
		assertThat(this.node.events().count("decode failed")).isBetween(1, 2);
		assertThat(this.node.events().counts()).containsEntry("LOADED", 2);
	}

	/** Text that must be a number. */
	private static final class Numbers implements ValueCodec<String> {

		@Override
		public byte[] encode(Object value) {
			return value.toString().getBytes(StandardCharsets.UTF_8);
		}

		@Override
		public String decode(byte[] payload) {
			return Integer.toString(Integer.parseInt(new String(payload, StandardCharsets.UTF_8)));
		}

	}

}
