package dev.stampede.engine;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.stampede.OnLose;
import dev.stampede.StampedeLockedException;
import dev.stampede.key.EntryKey;
import dev.stampede.policy.Policies;
import dev.stampede.policy.StampedePolicy;
import dev.stampede.store.Filling;
import dev.stampede.store.StoreCommand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Entries rebuilt before anybody misses them: early, by chance, and in the background.
 */
class RefreshTests {

	private static final EntryKey KEY = EntryKey.of("sets", "EMS0");

	private static final StampedePolicy EAGER = Policies.policy().earlyRefreshBeta(100).build();

	private static final StampedePolicy BACKGROUND = Policies.policy().background().build();

	private final ManualFleet fleet = new ManualFleet();

	private final Queue<Runnable> queue = new ArrayDeque<>();

	private final Node node = this.fleet.start("node", (builder) -> builder.refreshExecutor(this.queue::add));

	private final Node other = this.fleet.start("other");

	@AfterEach
	void nothingIsLeft() {
		this.fleet.assertNothingIsLeft();
	}

	@Test
	void freshEntryIsRebuiltEarlyByOneCallerWhileOthersGetIt() throws Throwable {
		fillAndPassTo(1);
		Caller early = this.node.call(KEY, EAGER).start();
		assertThat(early.readsSource()).isTrue();
		assertThat(this.node.call(KEY, EAGER).start().answer()).isEqualTo("v1");
		assertThat(this.other.call(KEY, EAGER).start().answer()).isEqualTo("v1");
		assertThat(early.reads("v2").proceed().answer()).isEqualTo("v2");
		assertThat(this.node.events().counts()).containsEntry("HIT", 1);
		assertThat(this.other.call(KEY, Policies.policy().build()).start().answer()).isEqualTo("v2");
	}

	@Test
	void entryIsNotRebuiltEarlyLongBeforeItsEnd() throws Throwable {
		fillAndPassTo(500_000);
		assertThat(this.node.call(KEY, EAGER).start().answer()).isEqualTo("v1");
		assertThat(this.node.store().asked()).doesNotContain("Acquire");
	}

	@Test
	void failedEarlyReadReturnsTheFreshValue() throws Throwable {
		fillAndPassTo(1);
		Caller early = this.node.call(KEY, EAGER).start().fails(new IOException("source down")).proceed();
		assertThat(early.answer()).isEqualTo("v1");
		assertThat(this.node.events().counts()).containsEntry("HIT", 1);
	}

	@Test
	void expiredEntryIsNoHitWhileItIsBeingRebuiltEarly() throws Throwable {
		StampedePolicy shortLived = Policies.policy().ttl(1000).onLose(OnLose.POLL).earlyRefreshBeta(100).build();
		this.other.call(KEY, shortLived).start().reads("v1").proceed();
		this.fleet.time().pass(999);
		Caller early = this.node.call(KEY, shortLived).start();
		assertThat(early.readsSource()).isTrue();
		this.fleet.time().pass(4000);
		Caller late = this.node.call(KEY, shortLived).start();
		assertThat(late.waits()).isTrue();
		early.reads("v2").proceed();
		assertThat(late.proceed().answer()).isEqualTo("v2");
	}

	@Test
	void hitIsNeverServedFromMemoryWhileAnotherJvmRefreshesEarly() throws Throwable {
		StampedePolicy hasty = Policies.policy().onLose(OnLose.FAIL_FAST).earlyRefreshBeta(100).build();
		fillAndPassTo(1);
		Caller early = this.other.call(KEY, EAGER).start();
		assertThat(early.readsSource()).isTrue();
		assertThat(this.node.call(KEY, hasty).start().answer()).as("the lock is held elsewhere").isEqualTo("v1");
		this.node.store().deafen();
		this.other.stampede().evict(KEY);
		assertThatExceptionOfType(StampedeLockedException.class).isThrownBy(this.node.call(KEY, hasty).start()::answer);
		early.reads("v1").proceed();
	}

	@Test
	void storeThatFailsDuringEarlyRefreshCostsNothing() throws Throwable {
		fillAndPassTo(1);
		this.node.store().failOn(StoreCommand.Acquire.class);
		assertThat(this.node.call(KEY, EAGER).start().answer()).isEqualTo("v1");
	}

	@Test
	void staleEntryIsRefreshedInTheBackgroundByOneTask() throws Throwable {
		fillAndPassTo(-1);
		for (int i = 0; i < 10; i++) {
			assertThat(this.node.call(KEY, BACKGROUND).start().answer()).isEqualTo("v1");
		}
		assertThat(this.queue).hasSize(1);
		assertThat(this.fleet.redis().lock(KEY)).as("the lock is taken by the task").isNull();
		Caller refresh = this.node.refresh(KEY, BACKGROUND).start();
		assertThat(refresh.readsSource()).isTrue();
		assertThat(this.node.call(KEY, BACKGROUND).start().answer()).isEqualTo("v1");
		refresh.reads("v2").proceed();
		assertThat(this.node.call(KEY, BACKGROUND).start().answer()).isEqualTo("v2");
		assertThat(this.node.events().counts()).containsEntry("STALE", 11).doesNotContainKey("LOADED");
	}

	@Test
	void nobodyMeetsTheStaleCopyThatWasSeenBeforeAFillOfThisJvm() throws Throwable {
		StampedePolicy stale = Policies.policy().onLose(OnLose.SERVE_STALE).build();
		fillAndPassTo(-1);
		Caller winner = this.node.call(KEY, stale).start().reads("v2");
		Caller other = this.node.call(KEY, stale).startSlowly().step();
		assertThat(other.command()).as("it comes while the fill is on its way")
			.isInstanceOf(StoreCommand.Acquire.class);
		Object held = this.node.store().execute(other.command());
		assertThat(winner.proceed().answer()).isEqualTo("v2");
		Caller later = this.node.call(KEY, stale).startSlowly();
		other.replied(held);
		other.proceed();
		assertThat(later.proceed().answer()).isEqualTo("v2");
		assertThat(other.proceed().answer()).isEqualTo("v2");
		assertThat(this.node.call(KEY, stale).start().answer()).as("what was told is void").isEqualTo("v2");
	}

	@Test
	void refreshTakesTheLeadOverFromACallerThatIsBeingServed() throws Throwable {
		fillAndPassTo(-1);
		Caller served = this.node.call(KEY, BACKGROUND).startSlowly();
		Caller refresh = this.node.refresh(KEY, BACKGROUND).start();
		assertThat(refresh.waits()).as("somebody is reading the entry").isTrue();
		assertThat(served.proceed().answer()).isEqualTo("v1");
		assertThat(refresh.proceed().readsSource()).isTrue();
		refresh.reads("v2").proceed();
		assertThat(this.node.call(KEY, BACKGROUND).start().answer()).isEqualTo("v2");
	}

	@Test
	void backgroundRefreshThatFindsTheLockHeldGoesHome() throws Throwable {
		fillAndPassTo(-1);
		Caller winner = this.other.call(KEY, Policies.policy().build()).start();
		Caller refresh = this.node.refresh(KEY, BACKGROUND).start();
		assertThat(refresh.at()).isEqualTo(Step.DONE);
		winner.reads("v2").proceed();
	}

	@Test
	void backgroundRefreshThatGetsNoAnswerReadsNothing() throws Throwable {
		fillAndPassTo(-1);
		this.node.store().failOn(StoreCommand.Acquire.class);
		Caller refresh = this.node.refresh(KEY, BACKGROUND).start();
		assertThat(refresh.at()).as("what it read without a lock would be for nobody").isEqualTo(Step.DONE);
		this.node.store().recover();
		assertThat(this.node.call(KEY, Policies.policy().build()).start().reads("v2").proceed().answer())
			.isEqualTo("v2");
	}

	@Test
	void rejectedRefreshHoldsNoLockAndIsTriedAgain() throws Throwable {
		Node full = this.fleet.start("full", (builder) -> builder.refreshExecutor((task) -> {
			throw new RejectedExecutionException();
		}));
		fillAndPassTo(-1);
		assertThat(full.call(KEY, BACKGROUND).start().answer()).isEqualTo("v1");
		assertThat(full.call(KEY, BACKGROUND).start().answer()).isEqualTo("v1");
		assertThat(full.events().counts()).containsEntry("refresh rejected", 2);
		assertThat(this.fleet.redis().lock(KEY)).isNull();
	}

	@Test
	void refreshThatTheExecutorForgotIsQueuedAgainAfterLockTtl() throws Throwable {
		fillAndPassTo(-1);
		this.node.call(KEY, BACKGROUND).start();
		this.fleet.time().pass(BACKGROUND.lockTtl().toMillis() + 1);
		this.node.call(KEY, BACKGROUND).start();
		assertThat(this.queue).hasSize(2);
	}

	@Test
	void jitterShortensTheTimeAnEntryIsFresh() {
		StampedePolicy jittered = Policies.policy().ttlJitter(0.5).ttl(1000).build();
		for (int i = 0; i < 100; i++) {
			Filling filling = this.node.engine().filling(new CallSpec<>("sets", jittered, this.node.codec()), "v", 0);
			assertThat(filling.ttl().toMillis()).isBetween(500L, 1000L);
		}
	}

	// fills, and stands so many milliseconds before the entry's end
	private void fillAndPassTo(long millisBeforeEnd) throws Throwable {
		Caller filler = this.other.call(KEY, Policies.policy().build()).start().reads("v1").proceed();
		assertThat(filler.answer()).isEqualTo("v1");
		this.fleet.time().pass(Policies.policy().build().ttl().toMillis() - millisBeforeEnd);
	}

}
