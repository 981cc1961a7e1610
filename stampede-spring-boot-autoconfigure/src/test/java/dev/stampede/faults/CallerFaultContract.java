package dev.stampede.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.JRE;

import dev.stampede.StampedeInterruptedException;
import dev.stampede.StampedeTimeoutException;
import dev.stampede.testing.InjectedFault;
import dev.stampede.testing.Injects;
import dev.stampede.testing.RelayRule;
import dev.stampede.testing.VirtualThreads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Callers are interrupted, hang, or go down with their application, for one driver.
 */
abstract class CallerFaultContract extends FaultContract {

	private static final String LEFT = "left with its flag set";

	private final List<CompletableFuture<Thread>> threads = new ArrayList<>();

	@Test
	@Injects(InjectedFault.INTERRUPTED_BEFORE_ACQUIRE)
	void callerInterruptedAtItsAcquireKeepsItsFlagAndLeavesNoLock() throws Exception {
		Instance hit = instance();
		Instance other = beside();
		this.relay.on(Script.ACQUIRE::isIn).before(() -> this.threads.get(0).join().interrupt());
		String answer = answer(interruptible(hit, "a"));
		until(() -> assertThat(exists(lock("a"))).isFalse());
		assertThat(this.source.reads("a")).isEqualTo(LEFT.equals(answer) ? 0 : 1);
		assertThat(other.find("a")).isEqualTo("a-1");
		assertThat(hit.store().state().up()).isTrue();
	}

	@Test
	@Injects(InjectedFault.INTERRUPTED_BEFORE_ACQUIRE)
	void callerInterruptedBeforeItsCallKeepsItsFlagAndLeavesNoLock() throws Exception {
		Instance hit = beside();
		Future<@Nullable String> caller = call(() -> {
			Thread.currentThread().interrupt();
			return answerOf(hit, "a");
		});
		String answer = answer(caller);
		assertThat(this.source.reads("a")).isEqualTo(LEFT.equals(answer) ? 0 : 1);
		until(() -> assertThat(exists(lock("a"))).isFalse());
		assertThat(hit.find("a")).isEqualTo("a-1");
	}

	@Test
	@Injects(InjectedFault.INTERRUPTED_WHILE_REDIS_IS_SILENT)
	void callerInterruptedWhileRedisIsSilentReadsNothingAndOpensNoBreaker() throws Throwable {
		assertThatInterruptionIsNoOutage("platform", Executors.newCachedThreadPool());
		if (JRE.currentVersionNumber() >= JRE.JAVA_21.version()) {
			assertThatInterruptionIsNoOutage("virtual", VirtualThreads.executor());
		}
	}

	private void assertThatInterruptionIsNoOutage(String key, ExecutorService threads) throws Exception {
		Instance hit = instance("stampede.redis-timeout=1s");
		try {
			this.relay.stall();
			for (int i = 0; i < 4; i++) {
				String id = key + i;
				CompletableFuture<Thread> thread = new CompletableFuture<>();
				Future<@Nullable String> caller = threads.submit(() -> {
					thread.complete(Thread.currentThread());
					return answerOf(hit, id);
				});
				until(() -> assertThat(hit.flights()).isEqualTo(1));
				thread.join().interrupt();
				assertThat(answer(caller)).isEqualTo(LEFT);
				assertThat(this.source.reads(id)).isZero();
			}
			assertThat(hit.store().state().up()).isTrue();
		}
		finally {
			this.relay.resume();
			threads.shutdown();
		}
		assertThat(hit.find(key + 0)).isEqualTo(key + "0-1");
	}

	@Test
	@Injects(InjectedFault.INTERRUPTED_WHILE_WAITING)
	void interruptedFollowerAndLoserLeaveAloneAndTheWinnerStores() throws Exception {
		Instance winning = beside();
		Instance losing = beside();
		Source.Gate gate = this.source.hold("a");
		Future<@Nullable String> winner = call(() -> winning.find("a"));
		gate.awaitReading();
		Future<@Nullable String> follower = interruptible(winning, "a");
		until(() -> assertThat(winning.events().count("coalesced")).isEqualTo(1));
		Future<@Nullable String> loser = interruptible(losing, "a");
		until(() -> assertThat(losing.events().count("lock.LOST")).isEqualTo(1));
		for (CompletableFuture<Thread> thread : this.threads) {
			thread.join().interrupt();
		}
		assertThat(answer(follower)).isEqualTo(LEFT);
		assertThat(answer(loser)).isEqualTo(LEFT);
		gate.open();
		assertThat(answer(winner)).isEqualTo("a-1");
		assertThat(winning.events().count("released.FILLED")).isEqualTo(2);
		assertThat(losing.find("a")).isEqualTo("a-1");
		assertThat(this.source.reads("a")).isEqualTo(1);
	}

	@Test
	@Injects(InjectedFault.READ_HANGS)
	void readBeyondTheLongestHoldIsReplacedAndItsValueRefused() throws Exception {
		String[] brief = { "stampede.caches.prices.lock-ttl=600", "stampede.caches.prices.lock-max-hold=1500",
				"stampede.caches.prices.wait-timeout=15s" };
		Instance hung = beside(brief);
		Instance other = beside(brief);
		Source.Gate gate = this.source.hold("a");
		Future<@Nullable String> winner = call(() -> hung.find("a"));
		gate.awaitReading();
		assertThat(other.find("a")).isEqualTo("a-2");
		assertThat(hung.events().count("renewed.RENEWED")).isPositive();
		gate.open();
		assertThat(answer(winner)).isEqualTo("a-1");
		assertThat(hung.events().count("released.LOST")).isEqualTo(1);
		assertThat(hung.find("a")).isEqualTo("a-2");
		assertThat(this.source.reads("a")).isEqualTo(2);
	}

	@Test
	@Injects(InjectedFault.READ_OUTLIVES_LOCK)
	void renewalEndsWithItsRead() throws Exception {
		Instance hit = instance("stampede.caches.prices.lock-ttl=600");
		RelayRule renewals = this.relay.on((request) -> Script.RENEW.isIn(request) && request.contains(lock("a")))
			.always();
		RelayRule others = this.relay.on((request) -> Script.RENEW.isIn(request) && request.contains(lock("b")))
			.always();
		Source.Gate gate = this.source.hold("a");
		Future<@Nullable String> winner = call(() -> hit.find("a"));
		until(() -> assertThat(renewals.count()).isGreaterThan(6));
		gate.open();
		assertThat(answer(winner)).isEqualTo("a-1");
		assertThat(this.source.reads("a")).isEqualTo(1);
		Source.Gate next = this.source.hold("b");
		Future<@Nullable String> another = call(() -> hit.find("b"));
		until(() -> assertThat(others.count()).isPositive());
		int counted = renewals.count(); // one may have been on its way
		until(() -> assertThat(others.count()).isGreaterThan(4));
		next.open();
		assertThat(answer(another)).isEqualTo("b-1");
		assertThat(renewals.count()).isEqualTo(counted);
	}

	@Test
	void losersThatFailTakeNoLockWithThem() throws Exception {
		Instance winning = instance();
		Instance losing = instance();
		Source.Gate gate = this.source.hold("a");
		Future<@Nullable String> winner = call(() -> winning.prices().findHastily("a"));
		gate.awaitReading();
		Object token = redis("GET", "lock:{stampede:hasty::a}");
		RelayRule releases = this.relay
			.on((request) -> Script.RELEASE.isIn(request) || Script.FAIL.isIn(request) || Script.DISCARD.isIn(request))
			.always();
		for (Instance instance : List.of(winning, losing)) {
			for (Future<@Nullable String> loser : calls(5, () -> instance.prices().findHastily("a"))) {
				assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> answer(loser))
					.withCauseInstanceOf(IllegalStateException.class);
			}
		}
		assertThat(redis("GET", "lock:{stampede:hasty::a}")).isEqualTo(token);
		gate.open();
		assertThat(answer(winner)).isEqualTo("a-1");
		assertThat(releases.count()).isZero();
		assertThat(winning.events().count("released.FILLED")).isEqualTo(2);
		assertThat(this.source.reads("a")).isEqualTo(1);
	}

	@Test
	@Injects(InjectedFault.CONTEXT_CLOSED)
	void shutdownReleasesLocksAndEndsWaits() throws Exception {
		Instance closing = beside("spring.lifecycle.timeout-per-shutdown-phase=2s");
		Instance other = beside();
		Source.Gate gate = this.source.hold("a");
		Future<@Nullable String> winner = call(() -> closing.find("a"));
		gate.awaitReading();
		List<Future<@Nullable String>> waiters = new ArrayList<>(calls(5, () -> closing.find("a")));
		redis("SET", lock("b"), "foreign:1", "PX", "60000");
		waiters.addAll(calls(5, () -> closing.find("b")));
		until(() -> assertThat(closing.events().count("coalesced")).isEqualTo(9));
		until(() -> assertThat(closing.events().count("lock.LOST")).isEqualTo(1));
		long start = System.nanoTime();
		closing.close();
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
		for (Future<@Nullable String> waiter : waiters) {
			assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> answer(waiter))
				.withCauseInstanceOf(StampedeTimeoutException.class);
		}
		assertThat(exists(lock("a"))).isFalse();
		assertThat(other.find("a")).isEqualTo("a-2");
		gate.open();
		assertThat(answer(winner)).isEqualTo("a-1");
		assertThat(other.find("a")).isEqualTo("a-2");
		redis("DEL", lock("b"));
	}

	private Future<@Nullable String> interruptible(Instance instance, String id) {
		CompletableFuture<Thread> thread = new CompletableFuture<>();
		this.threads.add(thread);
		return call(() -> {
			thread.complete(Thread.currentThread());
			return answerOf(instance, id);
		});
	}

	private static String answerOf(Instance instance, String id) throws Exception {
		String answer;
		try {
			answer = instance.find(id) + " with its flag set";
		}
		catch (StampedeInterruptedException ex) {
			answer = LEFT;
		}
		return Thread.interrupted() ? answer : "the flag was lost";
	}

}
