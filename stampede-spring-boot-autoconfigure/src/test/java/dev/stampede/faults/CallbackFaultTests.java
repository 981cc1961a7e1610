package dev.stampede.faults;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.stampede.testing.InjectedFault;
import dev.stampede.testing.Injects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Listeners of the application hang or throw, its executor is full.
 */
class CallbackFaultTests extends FaultContract {

	@Test
	@Injects(InjectedFault.CALLBACK_SLOW)
	void listenerThatHangsOrThrowsHoldsNoCommandUp() throws Exception {
		Instance hit = instanceWith(StuckListener.class, "stampede.caches.prices.lock-ttl=1s");
		StuckListener listener = hit.bean(StuckListener.class);
		Source.Gate gate = this.source.hold("a");
		Future<@Nullable String> winner = call(() -> hit.find("a"));
		until(() -> assertThat(listener.isStuck()).isTrue());
		assertThat(hit.find("b")).isEqualTo("b-1");
		assertThat(hit.find("b")).isEqualTo("b-1");
		gate.open();
		assertThat(answer(winner)).isEqualTo("a-1");
		assertThat(hit.events().below("storeFailed.")).isEmpty();
		listener.free();
		assertThat(hit.find("a")).isEqualTo("a-1");
	}

	@Test
	@Injects(InjectedFault.CALLBACK_SLOW)
	void losersWhoseExecutorIsFullGetTheValueAllTheSame() throws Exception {
		Instance winning = beside();
		Instance losing = instanceWith(SwitchedExecutor.Replacing.class);
		Source.Gate gate = this.source.hold("a");
		Future<@Nullable String> winner = call(() -> winning.find("a"));
		gate.awaitReading();
		CompletableFuture<@Nullable String> loser = losing.operations()
			.getAsync("prices", "a", String.class, () -> CompletableFuture.completedFuture("never"));
		until(() -> assertThat(losing.events().count("lock.LOST")).isEqualTo(1));
		losing.bean(SwitchedExecutor.class).full(true);
		gate.open();
		assertThat(answer(winner)).isEqualTo("a-1");
		assertThat(loser.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS)).isEqualTo("a-1");
		assertThat(losing.events().below("storeFailed.")).isEmpty();
	}

	@Test
	@Injects(InjectedFault.LEADER_DIES)
	void followerTakesOverFromALeaderWhoseReadIsRejected() throws Exception {
		Instance hit = instanceWith(SwitchedExecutor.Replacing.class);
		this.relay.on(Script.ACQUIRE::isIn)
			.after(() -> until(() -> assertThat(hit.events().count("coalesced")).isEqualTo(1)));
		CompletableFuture<@Nullable String> leader = hit.operations()
			.getAsync("prices", "a", String.class, () -> CompletableFuture.completedFuture("never"));
		until(() -> assertThat(hit.flights()).isEqualTo(1));
		hit.bean(SwitchedExecutor.class).full(true);
		Future<@Nullable String> follower = call(() -> hit.find("a"));
		assertThat(answer(follower)).isEqualTo("a-1");
		assertThat(leader).failsWithin(LIMIT).withThrowableThat().withCauseInstanceOf(RejectedExecutionException.class);
		assertThat(this.source.reads("a")).isEqualTo(1);
		hit.bean(SwitchedExecutor.class).full(false);
		assertThatNoException().isThrownBy(() -> hit.find("a"));
		assertThat(this.source.reads("a")).isEqualTo(1);
	}

}
