package dev.stampede.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.stampede.key.EntryKey;
import dev.stampede.near.CaffeineNearStorage;
import dev.stampede.policy.Policies;
import dev.stampede.policy.StampedePolicy;
import dev.stampede.store.UnstorableValueException;
import dev.stampede.testing.ManualScheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What cannot be stored never queues the fleet: the key is marked, and each JVM reads it
 * for itself, one read at a time, until the mark ends or somebody writes.
 */
class UncacheableTests {

	private static final EntryKey KEY = EntryKey.of("sets", "EMS0");

	private static final StampedePolicy POLICY = Policies.policy().ttl(1_000).staleTtl(60_000).build();

	private final ManualFleet fleet = new ManualFleet();

	private final ManualScheduler time = this.fleet.time();

	private final Node here = this.fleet.start("here");

	private final Node there = this.fleet.start("there");

	@AfterEach
	void nothingIsLeft() {
		this.fleet.assertNothingIsLeft();
	}

	@ParameterizedTest
	@EnumSource
	void twentyJvmsReadWithoutWaitingForEachOther(Kind kind) throws Throwable {
		Crowd crowd = new Crowd(kind);
		crowd.callFor(30_000);
		assertThat(crowd.answers).isEqualTo(600);
		assertThat(crowd.mostReadsInOneJvm).isEqualTo(1);
		assertThat(crowd.slowest).isLessThanOrEqualTo(2 * Crowd.READ_MILLIS + 1);
	}

	@Test
	void markedKeyIsReadWithoutTheLockAndSharedInItsJvm() throws Throwable {
		markIt();
		Caller leader = this.there.call(KEY, POLICY).start();
		Caller member = this.there.call(KEY, POLICY).start();
		assertThat(leader.readsSource()).isTrue();
		assertThat(leader.token()).isNull();
		assertThat(member.waits()).isTrue();
		assertThat(leader.reads("v2").proceed().answer()).isEqualTo("v2");
		assertThat(member.proceed().answer()).isEqualTo("v2");
		assertThat(this.fleet.redis().read(KEY).isPresent()).isFalse();
		assertThat(this.there.events().counts()).containsEntry("PASSED", 1)
			.containsEntry("WAITED", 1)
			.doesNotContainKeys("lock LOST", "lock WON", "LOADED");
	}

	@Test
	void jvmThatKnowsTheMarkAsksForTheEntryAlone() throws Throwable {
		markIt();
		assertThat(pass(this.there)).isEqualTo("v2");
		this.there.store().forgetAsked();
		this.here.store().forgetAsked();
		assertThat(pass(this.there)).isEqualTo("v2");
		assertThat(pass(this.here)).isEqualTo("v2");
		assertThat(this.there.store().asked()).containsExactly("Read");
		assertThat(this.here.store().asked()).containsExactly("Read");
	}

	@Test
	void whoWaitsForAReadThatCannotBeStoredReadsForHimself() throws Throwable {
		Caller winner = this.here.call(KEY, POLICY).vetoed().start();
		Caller loser = this.there.call(KEY, POLICY).vetoed().start();
		assertThat(loser.waits()).isTrue();
		winner.reads("v1").proceed();
		assertThat(loser.proceed().readsSource()).isTrue();
		assertThat(loser.reads("v2").proceed().answer()).isEqualTo("v2");
	}

	@Test
	void evictionRemovesTheMarkEverywhere() throws Throwable {
		markIt();
		pass(this.there);
		this.here.stampede().evict(KEY);
		assertContends(this.here);
		this.there.stampede().evict(KEY);
		assertContends(this.there);
	}

	@Test
	void putRemovesTheMark() throws Throwable {
		markIt();
		pass(this.there);
		this.here.stampede().put(new CallSpec<>("sets", POLICY, this.here.codec()), KEY, "put");
		assertThat(this.there.call(KEY, POLICY).start().answer()).isEqualTo("put");
		assertThat(this.fleet.redis().lock(KEY)).isNull();
	}

	@Test
	void clearingRemovesTheMark() throws Throwable {
		markIt();
		pass(this.there);
		this.here.stampede().clear("sets");
		assertContends(this.there);
	}

	@Test
	void valueThatCanBeStoredAgainIsStoredOnceTheMarkHasEnded() throws Throwable {
		markIt();
		Caller leader = this.there.call(KEY, POLICY).start();
		Caller member = this.there.call(KEY, POLICY).start();
		assertThat(leader.reads("v2").proceed().answer()).isEqualTo("v2");
		assertThat(member.proceed().answer()).isEqualTo("v2");
		assertThat(this.fleet.redis().read(KEY).isPresent()).as("it was not read under the lock").isFalse();
		this.time.pass(POLICY.uncacheableTtl().toMillis());
		Caller winner = this.there.call(KEY, POLICY).start();
		assertThat(winner.token()).isNotNull();
		winner.reads("v3").proceed();
		assertThat(this.here.call(KEY, POLICY).start().answer()).isEqualTo("v3");
	}

	@Test
	void markCanBeTurnedOff() throws Throwable {
		StampedePolicy unmarked = Policies.policy().uncacheableTtl(0).build();
		this.here.call(KEY, unmarked).vetoed().start().reads("v1").proceed();
		assertThat(this.fleet.redis().lock(KEY)).isNull();
	}

	@Test
	void valueThatAnotherCacheKeepsMarksNothing() throws Throwable {
		Caller winner = this.here.call(KEY, POLICY).vetoed().keptElsewhere().start();
		assertThat(winner.reads("v1").proceed().answer()).isEqualTo("v1");
		assertThat(this.fleet.redis().lock(KEY)).isNull();
	}

	@Test
	void olderCopyGoesWithAValueThatCannotBeStored() throws Throwable {
		fillAndPassItsTtl();
		this.here.call(KEY, POLICY).start().reads("unencodable").proceed();
		assertThat(this.fleet.redis().read(KEY).isPresent()).isFalse();
	}

	@Test
	void olderCopyStaysWithAValueThatCannotBeEncodedJustNow() throws Throwable {
		fillAndPassItsTtl();
		assertThat(this.here.call(KEY, POLICY).start().reads("unencodable just now").proceed().answer())
			.isEqualTo("unencodable just now");
		Caller leader = this.there.call(KEY, POLICY).start();
		assertThat(leader.readsSource()).isTrue();
		assertThat(this.there.call(KEY, POLICY).start().answer()).isEqualTo("v1");
		assertThat(leader.reads("v2").proceed().answer()).isEqualTo("v2");
	}

	@Test
	void nobodyReadsInTheBackgroundWhileTheMarkIsThere() throws Throwable {
		fillAndPassItsTtl();
		this.here.call(KEY, POLICY).start().reads("unencodable just now").proceed();
		StampedePolicy background = Policies.policy().ttl(1_000).staleTtl(60_000).background().build();
		Caller refresh = this.there.refresh(KEY, background).start();
		assertThat(refresh.isDone()).isTrue();
		assertThat(this.here.call(KEY, background).start().answer()).as("with the mark remembered").isEqualTo("v1");
		assertThat(this.here.events().counts()).doesNotContainKey("PASSED");
	}

	@Test
	void earlyRefreshOfAMarkedKeyServesTheFreshEntry() throws Throwable {
		StampedePolicy early = Policies.policy().ttl(1_000).earlyRefreshBeta(100).build();
		this.here.call(KEY, early).start().reads("v1").proceed();
		this.time.pass(999);
		this.here.call(KEY, early).start().reads("unencodable just now").proceed();
		assertThat(this.there.call(KEY, early).start().answer()).isEqualTo("v1");
	}

	@Test
	void readsOfMarkedKeysNeedPermits() throws Throwable {
		StampedePolicy limited = Policies.policy().maxConcurrentReads(1).build();
		EntryKey other = EntryKey.of("sets", "EMS1");
		markIt();
		Caller reader = this.there.call(other, limited).start();
		Caller passing = this.there.call(KEY, limited).start();
		assertThat(reader.readsSource()).isTrue();
		assertThat(passing.waits()).isTrue();
		reader.reads("v").proceed();
		assertThat(passing.proceed().readsSource()).isTrue();
		Caller next = this.there.call(other, Policies.policy().maxConcurrentReads(1).ttl(1).build()).start();
		assertThat(next.answer()).isEqualTo("v");
		passing.reads("v2").proceed();
		Caller again = this.there.call(KEY, limited).start();
		assertThat(again.readsSource()).as("with the mark remembered").isTrue();
		again.reads("v3").proceed();
	}

	@Test
	void evictionSendsThoseOnWhoWaitForAPassingRead() throws Throwable {
		markIt();
		Caller leader = this.there.call(KEY, POLICY).start();
		this.here.stampede().evict(KEY);
		Caller late = this.there.call(KEY, POLICY).start();
		assertThat(late.readsSource()).isTrue();
		assertThat(leader.reads("old").proceed().answer()).isEqualTo("old");
		assertThat(late.reads("new").proceed().answer()).isEqualTo("new");
		assertThat(this.here.call(KEY, POLICY).start().answer()).isEqualTo("new");
	}

	@Test
	void passingReadThatHangsDoesNotHideAFreshEntry() throws Throwable {
		markIt();
		Caller hung = this.there.call(KEY, POLICY).start();
		this.there.store().deafen();
		StampedePolicy lasting = Policies.policy().build();
		this.here.stampede().put(new CallSpec<>("sets", lasting, this.here.codec()), KEY, "put");
		Caller member = this.there.call(KEY, POLICY).start();
		assertThat(member.waits()).isTrue();
		this.time.pass(POLICY.lockTtl().toMillis() / 3 + 1);
		assertThat(member.proceed().answer()).isEqualTo("put");
		hung.reads("v2").proceed();
	}

	@Test
	void failureOfAPassingReadIsSharedInItsJvm() throws Throwable {
		markIt();
		Caller leader = this.there.call(KEY, POLICY).start();
		Caller member = this.there.call(KEY, POLICY).start();
		leader.fails(new IOException("down")).proceed();
		assertThatExceptionOfType(IOException.class).isThrownBy(leader::answer);
		assertThatExceptionOfType(IOException.class).isThrownBy(member.proceed()::answer);
	}

	@Test
	void memberReadsWhenThePassingReadIsInterrupted() throws Throwable {
		markIt();
		Caller leader = this.there.call(KEY, POLICY).start();
		Caller member = this.there.call(KEY, POLICY).start();
		leader.fails(new InterruptedException()).proceed();
		assertThat(member.proceed().readsSource()).isTrue();
		assertThat(member.reads("v2").proceed().answer()).isEqualTo("v2");
	}

	@Test
	void nullThatIsNotToBeStoredMarksItsKey() throws Throwable {
		StampedePolicy policy = Policies.policy().cacheNulls(false).build();
		this.here.call(KEY, policy).start().reads(null).proceed();
		assertThat(this.fleet.redis().lock(KEY)).isEqualTo("?here");
	}

	@Test
	void putOfAValueThatIsTooLargeLeavesNothingOlderBehind() throws Throwable {
		fillAndPassItsTtl();
		CallSpec<String> small = new CallSpec<>("sets", Policies.policy().maxValueSize(3).build(), this.here.codec());
		assertThatExceptionOfType(UnstorableValueException.class)
			.isThrownBy(() -> this.here.stampede().put(small, KEY, "four"))
			.withMessageContaining("4 bytes")
			.withMessageContaining("3 bytes");
		assertThat(this.fleet.redis().read(KEY).isPresent()).isFalse();
	}

	@Test
	void valueThatIsTooLargeIsNotSentAndNotKeptNear() throws Throwable {
		StampedePolicy small = Policies.policy().maxValueSize(3).near(1_000, 10).build();
		Node near = this.fleet.start("near", (builder) -> builder.near(new CaffeineNearStorage()));
		near.store().listener().subscriptionChanged(true);
		assertThat(near.call(KEY, small).start().reads("four").proceed().answer()).isEqualTo("four");
		assertThat(near.findNear(KEY, small)).isNull();
		assertThat(near.store().asked()).doesNotContain("Fill");
		assertThat(this.fleet.redis().lock(KEY)).isEqualTo("?near");
		near.stampede().evict(KEY);
		near.call(KEY, small).start().reads("abc").proceed();
		assertThat(this.here.call(KEY, POLICY).start().answer()).as("of just that size").isEqualTo("abc");
	}

	private void markIt() throws Throwable {
		assertThat(this.here.call(KEY, POLICY).vetoed().start().reads("v1").proceed().answer()).isEqualTo("v1");
		assertThat(this.fleet.redis().lock(KEY)).isEqualTo("?here");
	}

	private void fillAndPassItsTtl() throws Throwable {
		assertThat(this.here.call(KEY, POLICY).start().reads("v1").proceed().answer()).isEqualTo("v1");
		this.time.pass(POLICY.ttl().toMillis() + 1);
	}

	private static @Nullable String pass(Node node) throws Throwable {
		Caller caller = node.call(KEY, POLICY).vetoed().start();
		assertThat(caller.token()).isNull();
		return caller.reads("v2").proceed().answer();
	}

	private static void assertContends(Node node) {
		Caller caller = node.call(KEY, POLICY).vetoed().start();
		assertThat(caller.token()).isNotNull();
		caller.reads("v3").proceed();
	}

	/** Why nothing is stored. */
	enum Kind {

		VETOED, NULL, NOT_ENCODABLE, NOT_ENCODABLE_JUST_NOW, TOO_LARGE;

		private StampedePolicy policy() {
			return Policies.policy().cacheNulls(this != NULL).maxValueSize((this == TOO_LARGE) ? 3 : 1_000).build();
		}

		private @Nullable String value() {
			return switch (this) {
				case VETOED -> "v";
				case NULL -> null;
				case NOT_ENCODABLE -> "unencodable";
				case NOT_ENCODABLE_JUST_NOW -> "unencodable just now";
				case TOO_LARGE -> "four";
			};
		}

	}

	/** Callers of twenty JVMs, one a second in each. */
	private final class Crowd {

		private static final int JVMS = 20;

		private static final int READ_MILLIS = 500;

		private final Kind kind;

		private final Random chance = new Random(42);

		private final List<Node> nodes = new ArrayList<>();

		private final List<Running> running = new ArrayList<>();

		private int answers;

		private int mostReadsInOneJvm;

		private long slowest;

		private Crowd(Kind kind) {
			this.kind = kind;
			for (int i = 0; i < JVMS; i++) {
				Random random = new Random(i);
				this.nodes.add(UncacheableTests.this.fleet.start("jvm" + i, (builder) -> builder.random(random)));
			}
		}

		private void callFor(int millis) throws Throwable {
			for (int i = 0; i < millis; i++) {
				int phase = i % 1_000;
				if (phase % (1_000 / JVMS) == 0) {
					Node node = this.nodes.get(phase / (1_000 / JVMS));
					Caller caller = node.call(KEY, this.kind.policy());
					if (this.kind == Kind.VETOED) {
						caller.vetoed();
					}
					this.running.add(new Running(node, caller.start(), UncacheableTests.this.time.now()));
				}
				pass();
			}
			while (!this.running.isEmpty()) {
				pass();
			}
		}

		private void pass() throws Throwable {
			UncacheableTests.this.time.pass(1);
			long now = UncacheableTests.this.time.now();
			Collections.shuffle(this.running, this.chance);
			for (Running call : List.copyOf(this.running)) {
				call.caller.proceed();
				if (call.caller.readsSource()) {
					call.readSince = (call.readSince < 0) ? now : call.readSince;
					if (now - call.readSince >= READ_MILLIS * 1_000_000L) {
						call.caller.reads(this.kind.value()).proceed();
					}
				}
				if (call.caller.isDone()) {
					assertThat(call.caller.answer()).isEqualTo(this.kind.value());
					this.answers++;
					this.slowest = Math.max(this.slowest, (now - call.started) / 1_000_000);
					this.running.remove(call);
				}
			}
			this.nodes.forEach((node) -> this.mostReadsInOneJvm = Math.max(this.mostReadsInOneJvm,
					(int) this.running.stream()
						.filter((call) -> call.node == node && call.caller.readsSource())
						.count()));
		}

	}

	/** A call of the crowd. */
	private static final class Running {

		private final Node node;

		private final Caller caller;

		private final long started;

		private long readSince = -1;

		private Running(Node node, Caller caller, long started) {
			this.node = node;
			this.caller = caller;
			this.started = started;
		}

	}

}
