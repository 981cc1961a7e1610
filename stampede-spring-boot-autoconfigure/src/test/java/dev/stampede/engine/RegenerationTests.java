package dev.stampede.engine;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.stampede.OnLose;
import dev.stampede.StampedeInterruptedException;
import dev.stampede.StampedeLockedException;
import dev.stampede.StampedeStoreException;
import dev.stampede.StampedeTimeoutException;
import dev.stampede.key.EntryKey;
import dev.stampede.policy.Policies;
import dev.stampede.policy.RedisFailureMode;
import dev.stampede.policy.StampedePolicy;
import dev.stampede.store.InMemoryRedis;
import dev.stampede.store.StoreCommand;
import dev.stampede.testing.ManualScheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The protocol on time that passes on demand: two nodes on one store, calls that take a
 * step when the test says so. After each test nothing may be left behind.
 */
class RegenerationTests {

	private static final EntryKey KEY = EntryKey.of("sets", "EMS0");

	private static final StampedePolicy POLICY = StampedePolicy.defaults();

	private final ManualFleet fleet = new ManualFleet();

	private final ManualScheduler time = this.fleet.time();

	private final InMemoryRedis redis = this.fleet.redis();

	private final Node here = this.fleet.start("here");

	private final Node there = this.fleet.start("there");

	@AfterEach
	void nothingIsLeft() {
		this.fleet.assertNothingIsLeft();
	}

	@Test
	void hitIsOneReadForAllCallersThatMeet() throws Throwable {
		fill("v1");
		Caller opener = this.here.call(KEY, POLICY).startSlowly();
		Caller joiner = this.here.call(KEY, POLICY).start();
		assertThat(joiner.waits()).isTrue();
		opener.proceed();
		assertThat(opener.answer()).isEqualTo("v1");
		assertThat(joiner.proceed().answer()).isEqualTo("v1");
		assertThat(this.here.store().asked()).containsExactly("Read");
		assertThat(this.here.events().counts()).containsEntry("HIT", 2).containsEntry("coalesced", 1).hasSize(2);
	}

	@Test
	void missIsReadByOneCallerAndSharedByCopy() throws Throwable {
		Caller winner = this.here.call(KEY, POLICY).start();
		Caller loser = this.here.call(KEY, POLICY).start();
		assertThat(loser.waits()).isTrue();
		winner.reads("v1").proceed();
		assertThat(winner.answer()).isEqualTo("v1");
		assertThat(loser.proceed().answer()).isEqualTo("v1");
		assertThat(this.here.store().asked()).containsExactly("Read", "Acquire", "Fill");
		assertThat(this.here.events().counts()).containsEntry("LOADED", 1)
			.containsEntry("WAITED", 1)
			.containsEntry("waited FILLED", 1)
			.containsEntry("lock WON", 1)
			.containsEntry("released FILLED", 1);
	}

	@Test
	void loserInAnotherJvmIsWokenByTheFill() throws Throwable {
		Caller winner = this.here.call(KEY, POLICY).start();
		Caller loser = this.there.call(KEY, POLICY).start();
		assertThat(loser.waits()).isTrue();
		winner.reads("v1").proceed();
		assertThat(loser.proceed().answer()).isEqualTo("v1");
		assertThat(this.there.events().counts()).containsEntry("WAITED", 1)
			.containsEntry("lock LOST", 1)
			.doesNotContainKey("lock FILLED_MEANWHILE");
	}

	@Test
	void loserPollsWhenMessagesAreLost() throws Throwable {
		this.there.store().deafen();
		Caller winner = this.here.call(KEY, POLICY).start();
		Caller loser = this.there.call(KEY, POLICY).start();
		winner.reads("v1").proceed();
		assertThat(loser.waits()).isTrue();
		this.time.pass(10);
		assertThat(loser.proceed().answer()).isEqualTo("v1");
	}

	@Test
	void pollsOfManyWaitersCostOneCommandEachTime() throws Throwable {
		Caller winner = this.here.call(KEY, POLICY).start();
		List<Caller> losers = callers(this.there, 50);
		for (int i = 0; i < 1000; i++) {
			this.time.pass(1);
			losers.forEach(Caller::proceed);
		}
		assertThat(this.there.store().asked().size()).isLessThan(15);
		winner.reads("v1").proceed();
		for (Caller loser : losers) {
			assertThat(loser.proceed().answer()).isEqualTo("v1");
		}
	}

	@Test
	void loserWithStaleCopyIsServedAtOnceAndCostsNothing() throws Throwable {
		fill("v1");
		this.time.pass(POLICY.ttl().toMillis() + 1);
		Caller winner = this.here.call(KEY, POLICY).start();
		assertThat(winner.readsSource()).isTrue();
		Caller loser = this.here.call(KEY, POLICY).start();
		assertThat(loser.answer()).isEqualTo("v1");
		assertThat(this.here.store().asked()).containsExactly("Read", "Acquire");
		winner.reads("v2").proceed();
		assertThat(winner.answer()).isEqualTo("v2");
	}

	@Test
	void jvmThatWasToldHeldElsewhereServesStaleWithoutAskingAgain() throws Throwable {
		fill("v1");
		this.time.pass(POLICY.ttl().toMillis() + 1);
		Caller winner = this.here.call(KEY, POLICY).start();
		for (int i = 0; i < 20; i++) {
			assertThat(this.there.call(KEY, POLICY).start().answer()).isEqualTo("v1");
		}
		assertThat(this.there.store().asked()).filteredOn("Acquire"::equals).hasSize(1);
		winner.reads("v2").proceed();
		assertThat(this.there.call(KEY, POLICY).start().answer()).isEqualTo("v2");
	}

	@Test
	void losersThatAnswerAtOnceCostNoCommandsOfTheirOwn() {
		StampedePolicy policy = losing(OnLose.FAIL_FAST);
		Caller winner = this.here.call(KEY, policy).start();
		for (int i = 0; i < 100; i++) {
			Caller loser = this.there.call(KEY, policy).start();
			assertThatExceptionOfType(StampedeLockedException.class).isThrownBy(loser::answer);
		}
		assertThat(this.there.store().asked()).containsExactly("Read", "Acquire");
		winner.reads("v1").proceed();
		assertThat(this.there.call(KEY, policy).start().at()).isEqualTo(Step.DONE);
		assertThat(this.there.events().counts()).containsEntry("HIT", 1);
	}

	@Test
	void losersThatComeOneByOneAskAsSeldomAsOneThatWaits() {
		StampedePolicy policy = losing(OnLose.FAIL_FAST);
		Caller winner = this.here.call(KEY, policy).start();
		for (int i = 0; i < 1000; i++) {
			this.time.pass(1);
			Caller loser = this.there.call(KEY, policy).start();
			assertThatExceptionOfType(StampedeLockedException.class).isThrownBy(loser::answer);
		}
		assertThat(this.there.store().asked().size()).isLessThan(20);
		winner.reads("v1").proceed();
	}

	@Test
	void loserGetsDefaultWhenChainSaysSo() throws Throwable {
		StampedePolicy policy = losing(OnLose.RETURN_DEFAULT);
		Caller winner = this.here.call(KEY, policy).start();
		assertThat(this.here.call(KEY, policy).start().answer()).isEqualTo("default for StampedeLockedException");
		assertThat(this.there.call(KEY, policy).start().answer()).isEqualTo("default for StampedeLockedException");
		winner.reads("v1").proceed();
		assertThat(this.there.events().counts()).containsEntry("DEFAULTED", 1);
	}

	@Test
	void loserFailsFastWhenChainSaysSo() {
		StampedePolicy policy = losing(OnLose.FAIL_FAST);
		Caller winner = this.here.call(KEY, policy).start();
		Caller loser = this.there.call(KEY, policy).start();
		assertThatExceptionOfType(StampedeLockedException.class).isThrownBy(loser::answer);
		winner.reads("v1").proceed();
		assertThat(this.there.events().counts()).containsEntry("FAILED_FAST", 1);
	}

	@Test
	void exhaustedChainTimesOutAtEachCallersOwnDeadline() throws Throwable {
		Caller winner = this.here.call(KEY, POLICY).start();
		Caller patient = this.there.call(KEY, waiting(1000)).start();
		this.time.pass(100);
		Caller hasty = this.there.call(KEY, waiting(200)).start();
		this.time.pass(201);
		assertThatExceptionOfType(StampedeTimeoutException.class).isThrownBy(hasty.proceed()::answer);
		assertThat(patient.proceed().waits()).isTrue();
		winner.reads("v1").proceed();
		assertThat(patient.proceed().answer()).isEqualTo("v1");
		assertThat(this.there.events().counts()).containsEntry("TIMED_OUT", 1).containsEntry("WAITED", 1);
	}

	@Test
	void defaultAfterPollIsGivenWhenTimeIsUp() throws Throwable {
		StampedePolicy policy = Policies.policy().onLose(OnLose.POLL, OnLose.RETURN_DEFAULT).waitTimeout(300).build();
		Caller winner = this.here.call(KEY, policy).start();
		Caller loser = this.there.call(KEY, policy).start();
		this.time.pass(301);
		assertThat(loser.proceed().answer()).isEqualTo("default for StampedeTimeoutException");
		winner.reads("v1").proceed();
	}

	@Test
	void memberTakesTheLeadOverWhenTheLeaderLeaves() throws Throwable {
		Caller winner = this.here.call(KEY, POLICY).start();
		Caller leader = this.there.call(KEY, waiting(100)).start();
		Caller member = this.there.call(KEY, waiting(5000)).start();
		this.time.pass(101);
		assertThatExceptionOfType(StampedeTimeoutException.class).isThrownBy(leader.proceed()::answer);
		winner.fails(new IOException("source down")).proceed();
		this.time.pass(250);
		assertThat(member.proceed().readsSource()).isTrue();
		assertThat(member.reads("v2").proceed().answer()).isEqualTo("v2");
		assertThat(this.there.events().counts()).containsEntry("waited TOOK_OVER", 1).containsEntry("LOADED", 1);
	}

	@Test
	void interruptedLeaderHandsTheLeadOn() throws Throwable {
		Caller winner = this.here.call(KEY, POLICY).start();
		Caller leader = this.there.call(KEY, POLICY).start();
		Caller member = this.there.call(KEY, POLICY).start();
		leader.interrupt();
		assertThatExceptionOfType(StampedeInterruptedException.class).isThrownBy(leader::answer);
		winner.reads("v1").proceed();
		this.time.pass(250);
		assertThat(member.proceed().answer()).isEqualTo("v1");
		assertThat(this.there.events().counts()).containsEntry("waited INTERRUPTED", 1);
	}

	@Test
	void winnerThatIsThrownOutLeavesNoLock() throws Throwable {
		Caller winner = this.here.call(KEY, POLICY).start();
		Caller member = this.here.call(KEY, POLICY).start();
		winner.abandon();
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(winner::answer);
		assertThat(member.proceed().readsSource()).isTrue();
		assertThat(member.reads("v1").proceed().answer()).isEqualTo("v1");
	}

	@Test
	void crashedWinnerIsReplacedByExactlyOneLoserAfterLockTtl() throws Throwable {
		Caller crashed = this.here.call(KEY, renewing(false)).start();
		assertThat(crashed.readsSource()).isTrue();
		List<Caller> losers = callers(this.there, 10);
		this.time.pass(5300);
		losers.forEach(Caller::proceed);
		assertThat(losers).filteredOn(Caller::readsSource).hasSize(1);
		losers.stream().filter(Caller::readsSource).forEach((winner) -> winner.reads("v2").proceed());
		for (Caller loser : losers) {
			assertThat(loser.proceed().answer()).isEqualTo("v2");
		}
		crashed.reads("late").proceed();
	}

	@Test
	void callerThatMissedBeforeTheFillGetsTheFilledValue() throws Throwable {
		Caller late = this.there.call(KEY, POLICY).startSlowly();
		late.step();
		Caller winner = this.here.call(KEY, POLICY).start().reads("v1").proceed();
		assertThat(winner.answer()).isEqualTo("v1");
		assertThat(late.proceed().answer()).isEqualTo("v1");
		assertThat(this.there.events().counts()).containsEntry("lock FILLED_MEANWHILE", 1).containsEntry("HIT", 1);
	}

	@Test
	void renewalKeepsTheLockWhileTheSourceIsRead() throws Throwable {
		Caller winner = this.here.call(KEY, POLICY).start();
		this.time.pass(12_000);
		assertThat(this.redis.lock(KEY)).startsWith("here:");
		winner.reads("v1").proceed();
		assertThat(winner.answer()).isEqualTo("v1");
		assertThat(this.here.events().count("renewed RENEWED")).isGreaterThan(5);
		assertThat(this.here.events().counts()).containsEntry("released FILLED", 1);
	}

	@Test
	void lockThatWasLongOnItsWayIsRenewedAtOnce() throws Throwable {
		Caller winner = this.here.call(KEY, POLICY).startSlowly().step();
		StoreCommand<?> acquire = winner.command();
		Object reply = this.here.store().execute(acquire);
		this.time.pass(3400); // two thirds of its life, in which the answer did not come
		winner.replied(reply);
		assertThat(winner.readsSource()).isTrue();
		assertThat(this.here.store().asked()).endsWith("Renew");
		this.time.pass(4900);
		assertThat(this.redis.lock(KEY)).startsWith("here:");
		winner.reads("v1").proceed();
		assertThat(this.here.events().counts()).containsEntry("released FILLED", 1);
	}

	@Test
	void lockThatWasItsWholeLifeOnItsWayIsNotReadUnder() {
		Caller winner = this.here.call(KEY, POLICY).startSlowly().step();
		Object reply = this.here.store().execute(winner.command());
		this.time.pass(5000);
		winner.replied(reply);
		assertThat(winner.readsSource()).isFalse();
		assertThat(winner.command()).isInstanceOf(StoreCommand.Release.class);
		assertThat(winner.proceed().waits()).isTrue();
		this.time.pass(300);
		assertThat(winner.proceed().readsSource()).isTrue();
		winner.reads("v1").proceed();
	}

	@Test
	void renewalEndsAtTheLongestHold() throws Throwable {
		Caller hung = this.here.call(KEY, POLICY).start();
		Caller member = this.here.call(KEY, waiting(120_000)).start();
		this.time.pass(61_000);
		assertThat(this.redis.lock(KEY)).isNull();
		assertThat(member.proceed().readsSource()).as("a hung leader hides nothing").isTrue();
		member.reads("v2").proceed();
		assertThat(hung.reads("late").proceed().answer()).isEqualTo("late");
		assertThat(this.here.events().counts()).containsEntry("released LOST", 1);
		assertThat(this.here.call(KEY, POLICY).start().answer()).isEqualTo("v2");
	}

	@Test
	void lateWinnerWritesNothing() throws Throwable {
		Caller slow = this.here.call(KEY, renewing(false)).start();
		this.time.pass(5001);
		Caller next = this.there.call(KEY, POLICY).start().reads("v2").proceed();
		assertThat(next.answer()).isEqualTo("v2");
		assertThat(slow.reads("v1").proceed().answer()).isEqualTo("v1");
		assertThat(this.here.events().counts()).containsEntry("released LOST", 1).containsEntry("LOADED", 1);
		assertThat(this.here.call(KEY, POLICY).start().answer()).isEqualTo("v2");
	}

	@Test
	void renewalThatGetsNoAnswerIsTriedAgain() {
		Caller winner = this.here.call(KEY, POLICY).start();
		this.here.store().failOn(StoreCommand.Renew.class);
		this.time.pass(1700);
		this.here.store().recover();
		this.time.pass(8000);
		assertThat(this.redis.lock(KEY)).startsWith("here:");
		winner.reads("v1").proceed();
		assertThat(this.here.events().counts()).containsEntry("released FILLED", 1);
	}

	@Test
	void evictionVoidsTheRunningRegenerationHereAndElsewhere() throws Throwable {
		Caller reader = this.here.call(KEY, POLICY).start();
		Caller waiterHere = this.here.call(KEY, POLICY).start();
		Caller waiterThere = this.there.call(KEY, POLICY).start();
		this.there.stampede().evict(KEY);
		assertThat(reader.reads("before").proceed().answer()).isEqualTo("before");
		List<Caller> waiters = List.of(waiterHere, waiterThere);
		waiters.forEach(Caller::proceed);
		assertThat(waiters).filteredOn(Caller::readsSource).hasSize(1);
		waiters.stream().filter(Caller::readsSource).forEach((next) -> next.reads("after").proceed());
		assertThat(waiterHere.proceed().answer()).isEqualTo("after");
		assertThat(waiterThere.proceed().answer()).isEqualTo("after");
		assertThat(this.here.events().counts()).containsEntry("released LOST", 1);
	}

	@Test
	void evictionWhoseMessageIsLostStillVoidsTheValueForWaiters() throws Throwable {
		this.here.store().deafen();
		Caller reader = this.here.call(KEY, POLICY).start();
		this.there.stampede().evict(KEY);
		Caller waiter = this.here.call(KEY, POLICY).start();
		assertThat(waiter.waits()).isTrue();
		assertThat(reader.reads("before").proceed().answer()).isEqualTo("before");
		assertThat(waiter.proceed().readsSource()).as("what was read before the eviction is not served").isTrue();
		assertThat(waiter.reads("after").proceed().answer()).isEqualTo("after");
	}

	@Test
	void putDuringRegenerationIsNeverOverwritten() throws Throwable {
		Caller reader = this.here.call(KEY, POLICY).start();
		this.there.stampede().put(new CallSpec<>("sets", POLICY, this.there.codec()), KEY, "put");
		assertThat(reader.reads("before").proceed().answer()).isEqualTo("before");
		assertThat(this.here.call(KEY, POLICY).start().answer()).isEqualTo("put");
	}

	@Test
	void clearVoidsTheRegenerationsOfItsCacheOnly() throws Throwable {
		EntryKey other = EntryKey.of("sets2", "EMS0");
		Caller reader = this.here.call(KEY, POLICY).start();
		Caller bystander = this.here.call(other, POLICY).start();
		this.there.stampede().clear("sets");
		reader.reads("before").proceed();
		bystander.reads("kept").proceed();
		Caller next = this.here.call(KEY, POLICY).start();
		assertThat(next.readsSource()).isTrue();
		assertThat(this.here.call(other, POLICY).start().answer()).isEqualTo("kept");
		this.here.stampede().clear("sets");
		next.reads("between").proceed();
		this.time.pass(60_000);
	}

	@Test
	void failureIsSharedInTheFlightAndOthersContendOneByOne() {
		IOException failure = new IOException("source down");
		Caller winner = this.here.call(KEY, POLICY).start();
		Caller member = this.here.call(KEY, POLICY).start();
		Caller elsewhere = this.there.call(KEY, POLICY).start();
		winner.fails(failure).proceed();
		assertThatExceptionOfType(IOException.class).isThrownBy(winner::answer).isSameAs(failure);
		assertThatExceptionOfType(IOException.class).isThrownBy(member.proceed()::answer).isSameAs(failure);
		Caller again = this.here.call(KEY, POLICY).start();
		assertThat(again.waits()).as("others have their turn first").isTrue();
		assertThat(elsewhere.proceed().readsSource()).isTrue();
		elsewhere.fails(failure).proceed();
		this.time.pass(250);
		assertThat(again.proceed().readsSource()).isTrue();
		again.reads("v1").proceed();
	}

	@Test
	void failedSourceIsServedStaleUntilTheBackoffEnds() throws Throwable {
		fill("v1");
		this.time.pass(POLICY.ttl().toMillis() + 1);
		Caller winner = this.here.call(KEY, POLICY).start().fails(new IOException("source down")).proceed();
		assertThat(winner.answer()).isEqualTo("v1");
		for (int i = 0; i < 10; i++) {
			assertThat(this.here.call(KEY, POLICY).start().answer()).isEqualTo("v1");
			assertThat(this.there.call(KEY, POLICY).start().answer()).isEqualTo("v1");
		}
		this.time.pass(1001);
		assertThat(this.there.call(KEY, POLICY).start().reads("v2").proceed().answer()).isEqualTo("v2");
		assertThat(this.here.events().counts()).containsEntry("read FAILURE", 1).containsEntry("STALE", 11);
	}

	@Test
	void failedRegenerationWhoseLockIsGoneServesNothingFromMemory() throws Throwable {
		fill("v1");
		this.time.pass(POLICY.ttl().toMillis() + 1);
		Caller winner = this.here.call(KEY, losing(OnLose.POLL)).start();
		Caller member = this.here.call(KEY, losing(OnLose.POLL)).start();
		this.here.store().deafen();
		this.there.stampede().evict(KEY);
		winner.fails(new IOException("source down")).proceed();
		assertThatExceptionOfType(IOException.class).isThrownBy(winner::answer);
		assertThat(member.proceed().readsSource()).isTrue();
		assertThat(member.reads("v2").proceed().answer()).isEqualTo("v2");
	}

	@Test
	void interruptedReadIsNotSharedAndTheNextCallerContendsAfresh() throws Throwable {
		Caller winner = this.here.call(KEY, POLICY).start();
		Caller member = this.here.call(KEY, POLICY).start();
		winner.fails(new InterruptedException()).proceed();
		assertThatExceptionOfType(InterruptedException.class).isThrownBy(winner::answer);
		assertThat(member.proceed().readsSource()).isTrue();
		assertThat(member.reads("v1").proceed().answer()).isEqualTo("v1");
		assertThat(this.here.events().counts()).containsEntry("read CANCELLED", 1).containsEntry("lock WON", 2);
	}

	@Test
	void vetoedValueIsSharedButNotStoredAndTheOldCopyGoes() throws Throwable {
		fill("v1");
		this.time.pass(POLICY.ttl().toMillis() + 1);
		Caller winner = this.here.call(KEY, losing(OnLose.POLL)).vetoed().start();
		Caller member = this.here.call(KEY, losing(OnLose.POLL)).start();
		winner.reads("v2").proceed();
		assertThat(winner.answer()).isEqualTo("v2");
		assertThat(member.proceed().answer()).isEqualTo("v2");
		assertThat(this.redis.read(KEY).isPresent()).isFalse();
	}

	@Test
	void valueThatCannotBeEncodedReachesItsCallers() throws Throwable {
		Caller winner = this.here.call(KEY, POLICY).start();
		Caller member = this.here.call(KEY, POLICY).start();
		assertThat(winner.reads("unencodable").proceed().answer()).isEqualTo("unencodable");
		assertThat(member.proceed().answer()).isEqualTo("unencodable");
		assertThat(this.here.events().counts()).containsEntry("write failed", 1).containsEntry("released RELEASED", 1);
	}

	@Test
	void nullIsStoredAndServed() throws Throwable {
		assertThat(this.here.call(KEY, POLICY).start().reads(null).proceed().answer()).isNull();
		assertThat(this.there.call(KEY, POLICY).start().answer()).isNull();
		assertThat(this.there.events().counts()).containsEntry("HIT", 1);
	}

	@Test
	void lostFillReplyDoesNotTurnTheValueIntoAnError() throws Throwable {
		Caller winner = this.here.call(KEY, POLICY).start();
		Caller member = this.here.call(KEY, POLICY).start();
		this.here.store().failOn(StoreCommand.Fill.class);
		assertThat(winner.reads("v1").proceed().answer()).isEqualTo("v1");
		assertThat(member.proceed().answer()).isEqualTo("v1");
		assertThat(this.here.events().counts()).containsEntry("write failed", 1);
	}

	@Test
	void storeThatIsDownCostsOneReadForEachJvm() throws Throwable {
		this.here.store().failOn(StoreCommand.class);
		Caller leader = this.here.call(KEY, POLICY).start();
		List<Caller> members = callers(this.here, 10);
		assertThat(leader.reads("v1").proceed().answer()).isEqualTo("v1");
		for (Caller member : members) {
			assertThat(member.proceed().answer()).isEqualTo("v1");
		}
		assertThat(this.here.events().counts()).containsEntry("read SUCCESS", 1)
			.containsEntry("lock UNAVAILABLE", 1)
			.containsEntry("WAITED", 10);
	}

	@Test
	void lateReplyToAPollIsNoReasonToReadTheSource() throws Throwable {
		Caller winner = this.there.call(KEY, POLICY).start();
		Caller loser = this.here.call(KEY, POLICY).start();
		this.here.store().failOn(StoreCommand.Acquire.class);
		this.time.pass(20);
		assertThat(loser.proceed().waits()).isTrue();
		this.here.store().recover();
		winner.reads("v1").proceed();
		assertThat(loser.proceed().answer()).isEqualTo("v1");
	}

	@Test
	void storeThatGoesDownDuringTheWaitCostsOneReadForEachJvm() throws Throwable {
		Caller winner = this.there.call(KEY, POLICY).start();
		List<Caller> losers = callers(this.here, 10);
		this.here.store().failOn(StoreCommand.class);
		for (int i = 0; i < 3; i++) {
			assertThat(losers).filteredOn(Caller::readsSource).isEmpty();
			this.time.pass(251);
			losers.forEach(Caller::proceed);
		}
		assertThat(losers).filteredOn(Caller::readsSource).hasSize(1);
		losers.stream().filter(Caller::readsSource).forEach((loser) -> loser.reads("v1").proceed());
		for (Caller loser : losers) {
			assertThat(loser.proceed().answer()).isEqualTo("v1");
		}
		winner.reads("v2").proceed();
	}

	@Test
	void storeThatIsDownFailsCallsWhenFailuresAreClosed() {
		Node closed = this.fleet.start("closed", (builder) -> builder.onRedisFailure(RedisFailureMode.FAIL_CLOSED));
		closed.store().failOn(StoreCommand.class);
		Caller caller = closed.call(KEY, POLICY).start();
		assertThatExceptionOfType(StampedeStoreException.class).isThrownBy(caller::answer);
		assertThat(closed.stampede().flights("sets")).isZero();
	}

	private void fill(String value) throws Throwable {
		Node writer = this.fleet.start("writer");
		assertThat(writer.call(KEY, POLICY).start().reads(value).proceed().answer()).isEqualTo(value);
	}

	private static List<Caller> callers(Node node, int count) {
		return Stream.generate(() -> node.call(KEY, POLICY).start()).limit(count).toList();
	}

	private static StampedePolicy losing(OnLose... chain) {
		return Policies.policy().onLose(chain).build();
	}

	private static StampedePolicy waiting(long millis) {
		return Policies.policy().waitTimeout(millis).build();
	}

	private static StampedePolicy renewing(boolean renewal) {
		return Policies.policy().lockRenewal(renewal).build();
	}

}
