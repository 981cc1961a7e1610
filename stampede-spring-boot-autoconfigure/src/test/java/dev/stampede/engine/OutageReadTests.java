package dev.stampede.engine;

import java.io.IOException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.stampede.OnLose;
import dev.stampede.StampedeStoreException;
import dev.stampede.key.EntryKey;
import dev.stampede.policy.Policies;
import dev.stampede.policy.StampedePolicy;
import dev.stampede.store.StoreCommand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Reads without a lock while the store is away: once for each key and JVM for as long as
 * a lock would last, and never longer than anybody here knows better.
 */
class OutageReadTests {

	private static final EntryKey KEY = EntryKey.of("sets", "EMS0");

	private static final StampedePolicy POLICY = Policies.policy()
		.ttl(60_000)
		.lockTtl(5_000)
		.onLose(OnLose.POLL)
		.build();

	private final ManualFleet fleet = new ManualFleet();

	private final Node here = this.fleet.start("here");

	private final Node there = this.fleet.start("there");

	@AfterEach
	void nothingIsLeft() {
		this.fleet.assertNothingIsLeft();
	}

	@Test
	void keyIsReadOnceForAsLongAsALockWouldLast() throws Throwable {
		readDuringOutage("v1");
		this.fleet.time().pass(4_000);
		Caller next = this.here.call(KEY, POLICY).start();
		assertThat(next.answer()).isEqualTo("v1");
		this.fleet.time().pass(1_001);
		Caller late = this.here.call(KEY, POLICY).start();
		assertThat(late.readsSource()).isTrue();
		assertThat(late.reads("v2").proceed().answer()).isEqualTo("v2");
	}

	@Test
	void valueThatIsNoLongerFreshIsReadAgain() throws Throwable {
		StampedePolicy brief = Policies.policy().ttl(1_000).lockTtl(5_000).onLose(OnLose.POLL).build();
		this.here.store().failOn(StoreCommand.class);
		assertThat(this.here.call(KEY, brief).start().reads("v1").proceed().answer()).isEqualTo("v1");
		this.fleet.time().pass(1_001);
		Caller next = this.here.call(KEY, brief).start();
		assertThat(next.readsSource()).isTrue();
		next.reads("v2").proceed();
	}

	@Test
	void storeThatAnswersAgainIsAsked() throws Throwable {
		readDuringOutage("v1");
		this.here.store().recover();
		Caller next = this.here.call(KEY, POLICY).start();
		assertThat(next.readsSource()).isTrue();
		assertThat(next.reads("v2").proceed().answer()).isEqualTo("v2");
		this.here.store().failOn(StoreCommand.class);
		Caller later = this.here.call(KEY, POLICY).start();
		assertThat(later.readsSource()).as("a value older than the entry is not kept").isTrue();
		later.reads("v3").proceed();
	}

	@Test
	void evictionHereVoidsItThoughItFails() throws Throwable {
		readDuringOutage("v1");
		assertThatExceptionOfType(StampedeStoreException.class).isThrownBy(() -> this.here.stampede().evict(KEY));
		Caller next = this.here.call(KEY, POLICY).start();
		assertThat(next.readsSource()).isTrue();
		next.reads("v2").proceed();
	}

	@Test
	void evictionElsewhereVoidsIt() throws Throwable {
		readDuringOutage("v1");
		this.there.stampede().evict(KEY);
		Caller next = this.here.call(KEY, POLICY).start();
		assertThat(next.readsSource()).isTrue();
		next.reads("v2").proceed();
	}

	@Test
	void evictionDuringTheReadVoidsIt() throws Throwable {
		this.here.store().failOn(StoreCommand.class);
		Caller first = this.here.call(KEY, POLICY).start();
		this.there.stampede().evict(KEY);
		assertThat(first.reads("v1").proceed().answer()).isEqualTo("v1");
		Caller next = this.here.call(KEY, POLICY).start();
		assertThat(next.readsSource()).isTrue();
		next.reads("v2").proceed();
	}

	@Test
	void failureIsNotKept() {
		this.here.store().failOn(StoreCommand.class);
		Caller first = this.here.call(KEY, POLICY).start().fails(new IOException("source down")).proceed();
		assertThatExceptionOfType(IOException.class).isThrownBy(first::answer);
		assertThat(this.here.call(KEY, POLICY).start().fails(new IOException("source down")).proceed().at())
			.isEqualTo(Step.DONE);
	}

	@Test
	void keyWhoseCommandsAreRefusedIsReadByEachCall() throws Throwable {
		this.here.store().refuse(StoreCommand.class);
		assertThat(this.here.call(KEY, POLICY).start().reads("v1").proceed().answer()).isEqualTo("v1");
		Caller next = this.here.call(KEY, POLICY).start();
		assertThat(next.readsSource()).as("evictions may succeed meanwhile").isTrue();
		next.reads("v2").proceed();
	}

	@Test
	void largeValuesAreKeptForFewKeys() throws Throwable {
		String large = "v".repeat(1 << 20);
		this.here.store().failOn(StoreCommand.class);
		int kept = 0;
		for (int i = 0; i < 50; i++) {
			EntryKey key = EntryKey.of("sets", i);
			this.here.call(key, POLICY).start().reads(large).proceed();
			Caller next = this.here.call(key, POLICY).start();
			if (next.readsSource()) {
				next.reads(large).proceed();
			}
			else {
				kept++;
			}
		}
		assertThat(kept).as("about 16 MB").isBetween(10, 20);
	}

	@Test
	void readThatWasLetGoIsNotKept() throws Throwable {
		this.here.store().failOn(StoreCommand.class);
		Caller slow = this.here.call(KEY, POLICY).start();
		assertThat(slow.readsSource()).isTrue();
		this.here.store().recover();
		this.fleet.time().pass(1_000);
		Caller next = this.here.call(KEY, POLICY).start();
		assertThat(next.readsSource()).as("the store answers again").isTrue();
		next.reads("v2").proceed();
		assertThat(slow.reads("v1").proceed().answer()).isEqualTo("v1");
		this.here.store().failOn(StoreCommand.class);
		Caller last = this.here.call(KEY, POLICY).start();
		assertThat(last.readsSource()).as("v1 is older than v2, which this JVM has filled").isTrue();
		last.reads("v3").proceed();
	}

	@Test
	void valueThatIsOlderThanAHitSinceIsNotServed() throws Throwable {
		readDuringOutage("v1");
		this.here.store().recover();
		assertThat(this.there.call(KEY, POLICY).start().reads("v2").proceed().answer()).isEqualTo("v2");
		assertThat(this.here.call(KEY, POLICY).start().answer()).isEqualTo("v2");
		this.here.store().failOn(StoreCommand.class);
		Caller next = this.here.call(KEY, POLICY).start();
		assertThat(next.readsSource()).as("v1 is older than v2, which this JVM has served").isTrue();
		next.reads("v3").proceed();
	}

	private void readDuringOutage(String value) throws Throwable {
		this.here.store().failOn(StoreCommand.class);
		assertThat(this.here.call(KEY, POLICY).start().reads(value).proceed().answer()).isEqualTo(value);
	}

}
