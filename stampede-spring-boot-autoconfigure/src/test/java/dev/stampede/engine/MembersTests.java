package dev.stampede.engine;

import java.util.Objects;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.stampede.StampedeStoreException;
import dev.stampede.key.EntryKey;
import dev.stampede.policy.Policies;
import dev.stampede.policy.StampedePolicy;
import dev.stampede.store.Entry;
import dev.stampede.store.StoreCommand;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Callers on board who are served before their leader, which reads the entry for all, has
 * heard of it.
 */
class MembersTests {

	private static final StampedePolicy POLICY = Policies.policy().build();

	private static final EntryKey KEY = EntryKey.of("sets", "EMS0");

	private final ManualFleet fleet = new ManualFleet();

	private final Node node = this.fleet.start("node");

	@BeforeEach
	void fill() {
		this.node.call(KEY, POLICY).start().reads("v").proceed();
		this.node.store().forgetAsked();
	}

	@AfterEach
	void nothingIsLeft() {
		this.fleet.assertNothingIsLeft();
	}

	@Test
	void memberIsServedBeforeTheLeaderHasHeard() throws Throwable {
		Caller leader = this.node.call(KEY, POLICY).startSlowly();
		Caller member = this.node.call(KEY, POLICY).startSlowly();
		Entry entry = this.node.store().execute(read(leader));
		assertThat(audience(leader).isWaiting()).isTrue();
		audience(leader).hear(entry);
		assertThat(member.proceed().answer()).isEqualTo("v");
		assertThat(leader.at()).isEqualTo(Step.COMMAND);
		leader.replied(entry);
		assertThat(leader.answer()).isEqualTo("v");
		assertThat(this.node.store().asked()).containsExactly("Read");
	}

	@Test
	void leaderAloneHasNobodyToTell() {
		Caller leader = this.node.call(KEY, POLICY).startSlowly();
		assertThat(audience(leader).isWaiting()).isFalse();
		leader.proceed();
	}

	@Test
	void leaderWhoseReplyIsLostIsServedWhatTheMembersWere() throws Throwable {
		Caller leader = this.node.call(KEY, POLICY).startSlowly();
		Caller member = this.node.call(KEY, POLICY).startSlowly();
		audience(leader).hear(this.node.store().execute(read(leader)));
		leader.failed(new StampedeStoreException("Lost by the test"));
		assertThat(leader.answer()).isEqualTo("v");
		assertThat(member.proceed().answer()).isEqualTo("v");
	}

	@Test
	void hitThatEndsBeforeTheLeaderHearsIsAHitForAll() throws Throwable {
		Caller leader = this.node.call(KEY, POLICY).startSlowly();
		Caller member = this.node.call(KEY, POLICY).startSlowly();
		Entry entry = this.node.store().execute(read(leader));
		audience(leader).hear(entry);
		this.fleet.time().pass(POLICY.ttl().toMillis() + 1);
		leader.replied(entry);
		assertThat(leader.answer()).isEqualTo("v");
		assertThat(member.proceed().answer()).isEqualTo("v");
		assertThat(this.node.engine().flights().unfinished()).isEmpty();
	}

	@Test
	void callerThatComesAfterwardsReadsAnew() throws Throwable {
		Caller leader = this.node.call(KEY, POLICY).startSlowly();
		this.node.call(KEY, POLICY).startSlowly();
		audience(leader).hear(this.node.store().execute(read(leader)));
		this.node.stampede().evict(KEY);
		Caller later = this.node.call(KEY, POLICY).start();
		assertThat(later.reads("newer").proceed().answer()).isEqualTo("newer");
		leader.failed(new StampedeStoreException("Lost by the test"));
		assertThat(leader.answer()).isEqualTo("v");
	}

	@Test
	void entryOfALeaderThatLeftIsNobodysAnyMore() throws Throwable {
		Caller leader = this.node.call(KEY, POLICY).startSlowly();
		Caller successor = this.node.call(KEY, POLICY).startSlowly();
		Caller member = this.node.call(KEY, POLICY).startSlowly();
		StoreCommand.Audience audience = audience(leader);
		Entry entry = this.node.store().execute(read(leader));
		leader.interrupt();
		successor.step();
		audience.hear(entry);
		assertThat(successor.command()).isInstanceOf(StoreCommand.Acquire.class);
		assertThat(member.step().waits()).as("served by a leader that left").isTrue();
		assertThat(successor.proceed().answer()).isEqualTo("v");
		assertThat(member.proceed().answer()).isEqualTo("v");
	}

	@Test
	void nobodyIsServedBehindTheBackOfALeaderThatGoesOn() throws Throwable {
		Caller leader = this.node.call(KEY, POLICY).startSlowly();
		Caller member = this.node.call(KEY, POLICY).startSlowly();
		StoreCommand.Audience audience = audience(leader);
		Entry entry = this.node.store().execute(read(leader));
		leader.replied(Entry.ABSENT);
		audience.hear(entry);
		assertThat(leader.command()).isInstanceOf(StoreCommand.Acquire.class);
		assertThat(member.step().waits()).isTrue();
		assertThat(this.node.engine().flights().all()).as("the flight of the leader").hasSize(1);
		assertThat(leader.proceed().answer()).isEqualTo("v");
		assertThat(member.proceed().answer()).isEqualTo("v");
	}

	@Test
	void leaderWithoutAReplyAsksOnceMoreBeforeItReadsTheSource() throws Throwable {
		Caller leader = this.node.call(KEY, POLICY).startSlowly();
		Caller member = this.node.call(KEY, POLICY).startSlowly();
		StoreCommand.Audience audience = audience(leader);
		Entry entry = this.node.store().execute(read(leader));
		leader.failed(new StampedeStoreException("Lost by the test"));
		audience.hear(entry);
		assertThat(leader.command()).isInstanceOf(StoreCommand.Acquire.class);
		assertThat(member.step().waits()).as("served by a late reply").isTrue();
		assertThat(leader.proceed().answer()).isEqualTo("v");
		assertThat(member.proceed().answer()).isEqualTo("v");
	}

	@Test
	void whatIsNoHitIsLeftToTheLeader() {
		this.fleet.time().pass(POLICY.ttl().toMillis() + 1);
		Caller leader = this.node.call(KEY, POLICY).startSlowly();
		Caller member = this.node.call(KEY, POLICY).startSlowly();
		Entry entry = this.node.store().execute(read(leader));
		audience(leader).hear(entry);
		audience(leader).hear(Entry.ABSENT);
		assertThat(member.step().waits()).isTrue();
		leader.replied(entry);
		leader.proceed();
		assertThat(leader.readsSource()).isTrue();
		leader.reads("v2").proceed();
		member.proceed();
	}

	@Test
	void whetherAnEntryIsRebuiltEarlyIsLeftToTheLeader() {
		Caller leader = this.node.call(KEY, Policies.policy().earlyRefreshBeta(1).build()).startSlowly();
		assertThat(read(leader).audience()).isNull();
		leader.proceed();
	}

	private static StoreCommand.Read read(Caller caller) {
		return (StoreCommand.Read) caller.command();
	}

	private static StoreCommand.Audience audience(Caller leader) {
		return Objects.requireNonNull(read(leader).audience());
	}

}
