package dev.stampede.faults;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.stampede.StampedeStoreException;
import dev.stampede.testing.InjectedFault;
import dev.stampede.testing.Injects;
import dev.stampede.testing.RelayRule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Redis is down, hangs, restarts, forgets or is cut off, for one driver.
 */
abstract class ServerFaultContract extends FaultContract {

	private static final Duration WAIT_TIMEOUT = Duration.ofMillis(Instance.LOCK_MILLIS + 1000);

	@Test
	@Injects(InjectedFault.REDIS_DOWN_AT_START)
	void applicationStartsWithoutRedisReadsOnceForAllAndRecovers() throws Exception {
		this.server.kill();
		Instance started = coldBeside();
		Source.Gate gate = this.source.hold("a");
		List<Future<@Nullable String>> callers = calls(10, () -> started.find("a"));
		until(() -> assertThat(started.events().count("coalesced")).isEqualTo(9));
		gate.open();
		for (Future<@Nullable String> caller : callers) {
			assertThat(answer(caller)).isEqualTo("a-1");
		}
		assertThat(this.source.reads("a")).isEqualTo(1);
		assertThat(started.store().state().up()).isFalse();
		this.server.restart();
		untilAnswered(started);
		assertThat(started.find("b")).isEqualTo("b-1");
		assertThat(started.find("b")).isEqualTo("b-1");
		until(() -> assertThat(started.isSubscribed()).isTrue());
	}

	@Test
	@Injects(InjectedFault.REDIS_KILLED_WHILE_WAITING)
	void losersOfARedisThatDiesReadOnceForTheirInstance() throws Exception {
		Instance winning = beside();
		Instance losing = beside();
		Source.Gate gate = this.source.hold("a");
		Future<@Nullable String> winner = call(() -> winning.find("a"));
		gate.awaitReading();
		List<Future<@Nullable String>> losers = calls(100, () -> losing.find("a"));
		until(() -> assertThat(losing.events().count("coalesced")).isEqualTo(99));
		until(() -> assertThat(losing.events().count("lock.LOST")).isEqualTo(1));
		long start = System.nanoTime();
		this.server.kill();
		for (Future<@Nullable String> loser : losers) {
			assertThat(answer(loser)).isEqualTo("a-2");
		}
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(WAIT_TIMEOUT);
		gate.open();
		assertThat(answer(winner)).isEqualTo("a-1");
		assertThat(this.source.reads("a")).isEqualTo(2);
		assertThat(winning.events().count("writeFailed")).isEqualTo(1);
	}

	@Test
	@Injects(InjectedFault.REDIS_HANGS)
	void hungRedisCostsOurOwnLimitAndIsThenSkipped() throws Exception {
		Instance hit = beside("stampede.redis-timeout=300ms", "stampede.redis-retry-after=1m");
		this.server.pause();
		long start = System.nanoTime();
		List<Future<@Nullable String>> callers = calls(20, () -> hit.find("a"));
		for (Future<@Nullable String> caller : callers) {
			assertThat(answer(caller)).startsWith("a-");
		}
		for (int i = 0; hit.store().state().up(); i++) {
			assertThat(i).isLessThan(3);
			hit.find("b");
		}
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
		int failures = hit.events().below("storeFailed.").values().stream().mapToInt(Integer::intValue).sum();
		for (int i = 0; i < 20; i++) {
			assertThat(hit.find("c" + i)).isEqualTo("c" + i + "-1");
		}
		assertThat(hit.events().below("storeFailed.").values().stream().mapToInt(Integer::intValue).sum())
			.isEqualTo(failures);
		this.server.resume();
		until(() -> hit.operations().evict("prices", "none"));
		assertThat(hit.find("d")).isEqualTo("d-1");
		assertThat(hit.find("d")).isEqualTo("d-1");
	}

	@Test
	@Injects(InjectedFault.REDIS_RESTARTED_EMPTY)
	void fillIntoARedisThatRestartedEmptyIsRefused() throws Exception {
		Instance hit = beside();
		Source.Gate gate = this.source.hold("a");
		Future<@Nullable String> winner = call(() -> hit.find("a"));
		gate.awaitReading();
		this.server.restart();
		untilAnswered(hit);
		gate.open();
		assertThat(answer(winner)).isEqualTo("a-1");
		assertThat(hit.events().count("released.LOST")).isEqualTo(1);
		assertThat(exists("stampede:prices::a")).isFalse();
		assertThat(hit.find("a")).isEqualTo("a-2");
		assertThat(hit.find("a")).isEqualTo("a-2");
	}

	@Test
	@Injects(InjectedFault.REDIS_FLUSHED)
	void fillIntoAFlushedRedisIsRefusedAndSharedWithNobody() throws Exception {
		Instance hit = beside();
		Source.Gate gate = this.source.hold("a");
		Future<@Nullable String> winner = call(() -> hit.find("a"));
		gate.awaitReading();
		Future<@Nullable String> follower = call(() -> hit.find("a"));
		until(() -> assertThat(hit.events().count("coalesced")).isEqualTo(1));
		redis("FLUSHALL");
		gate.open();
		assertThat(answer(winner)).isEqualTo("a-1");
		assertThat(answer(follower)).isEqualTo("a-2");
		assertThat(hit.events().count("released.LOST")).isEqualTo(1);
		assertThat(hit.find("a")).isEqualTo("a-2");
		assertThat(this.source.reads("a")).isEqualTo(2);
	}

	@Test
	@Injects(InjectedFault.SCRIPTS_FLUSHED)
	void everyCallWorksThoughScriptsAreForgottenBeforeEachCommand() throws Exception {
		Instance one = instance();
		Instance two = instance();
		RelayRule flush = this.relay.on((request) -> true).always().before(() -> redis("SCRIPT", "FLUSH"));
		Source.Gate gate = this.source.hold("a");
		Future<@Nullable String> winner = call(() -> one.find("a"));
		gate.awaitReading();
		Future<@Nullable String> loser = call(() -> two.find("a"));
		until(() -> assertThat(two.events().count("lock.LOST")).isEqualTo(1));
		gate.open();
		assertThat(answer(winner)).isEqualTo("a-1");
		assertThat(answer(loser)).isEqualTo("a-1");
		one.operations().evict("prices", "a");
		assertThat(two.find("a")).isEqualTo("a-2");
		two.operations().put("prices", "a", "put");
		assertThat(one.find("a")).isEqualTo("put");
		one.operations().clear("prices");
		assertThat(two.find("a")).isEqualTo("a-3");
		assertThat(one.prices().findUnstored("b")).isEqualTo("b-1");
		this.source.body((key, number) -> {
			throw new IOException(key);
		});
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> one.find("c"));
		assertThat(exists(lock("c"))).isFalse();
		assertThat(flush.count()).isGreaterThan(10);
		assertThat(one.events().below("storeFailed.")).isEmpty();
		assertThat(two.events().below("storeFailed.")).isEmpty();
	}

	@Test
	@Injects(InjectedFault.SUBSCRIPTION_KILLED)
	void losersWhoseSubscriptionDiesWithTheFillPoll() throws Exception {
		Instance winning = instance();
		Instance losing = instance();
		Source.Gate gate = this.source.hold("a");
		Future<@Nullable String> winner = call(() -> winning.find("a"));
		gate.awaitReading();
		List<Future<@Nullable String>> losers = calls(20, () -> losing.find("a"));
		until(() -> assertThat(losing.events().count("coalesced")).isEqualTo(19));
		until(() -> assertThat(losing.events().count("lock.LOST")).isEqualTo(1));
		RelayRule fill = this.relay.on(Script.FILL::isIn).before(() -> redis("CLIENT", "KILL", "TYPE", "pubsub"));
		long start = System.nanoTime();
		gate.open();
		assertThat(answer(winner)).isEqualTo("a-1");
		for (Future<@Nullable String> loser : losers) {
			assertThat(answer(loser)).isEqualTo("a-1");
		}
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(WAIT_TIMEOUT.dividedBy(2));
		assertThat(fill.count()).isEqualTo(1);
		assertThat(this.source.reads("a")).isEqualTo(1);
		assertThat(losing.events().count("waited.FILLED")).isEqualTo(20);
		until(() -> assertThat(losing.isSubscribed() && winning.isSubscribed()).isTrue());
	}

	@Test
	void redisThatDiesDuringAReadCostsNoCallerTheValue() throws Exception {
		Instance hit = beside();
		Source.Gate gate = this.source.hold("a");
		List<Future<@Nullable String>> callers = calls(10, () -> hit.find("a"));
		gate.awaitReading();
		until(() -> assertThat(hit.events().count("coalesced")).isEqualTo(9));
		this.server.kill();
		gate.open();
		for (Future<@Nullable String> caller : callers) {
			assertThat(answer(caller)).isEqualTo("a-1");
		}
		assertThat(this.source.reads("a")).isEqualTo(1);
		assertThat(hit.events().count("writeFailed")).isEqualTo(1);
		assertThat(hit.events().count("storeFailed.FILL")).isEqualTo(1);
	}

	@Test
	void redisThatDiesAfterTheWriteCostsNoCallerTheValue() throws Exception {
		Instance hit = instance();
		this.relay.on(Script.FILL::isIn).after(this.server::kill).loseReply();
		assertThat(hit.find("a")).isEqualTo("a-1");
		assertThat(this.source.reads("a")).isEqualTo(1);
		assertThat(hit.events().count("writeFailed")).isEqualTo(1);
	}

	@Test
	void callsFailWithoutARedisWhereFailuresAreClosed() throws Exception {
		Instance hit = beside("stampede.on-redis-failure=FAIL_CLOSED");
		this.server.kill();
		assertThatExceptionOfType(StampedeStoreException.class).isThrownBy(() -> hit.find("a"));
		assertThat(this.source.reads("a")).isZero();
	}

	@Test
	void keyWorksAgainAfterItsConnectionWasCutDuringTheRead() throws Exception {
		Instance hit = instance();
		Source.Gate gate = this.source.hold("a");
		Future<@Nullable String> winner = call(() -> hit.find("a"));
		gate.awaitReading();
		this.relay.cut();
		gate.open();
		assertThat(answer(winner)).isEqualTo("a-1");
		until(() -> assertThat(exists(lock("a"))).isFalse());
		untilAnswered(hit);
		String next = hit.find("a");
		assertThat(next).isIn("a-1", "a-2");
		assertThat(hit.find("a")).isEqualTo(next);
		assertThat(hit.flights()).isZero();
	}

	@Test
	void connectionThatFellSilentIsReplaced() throws Exception {
		Instance hit = instance("stampede.redis-timeout=300ms");
		hit.find("warm");
		this.relay.silence();
		untilStored(hit);
		assertThat(hit.find("warm")).isEqualTo("warm-1");
	}

	@Test
	void hostThatIsGoneWithoutAWordIsSkippedAndFoundAgain() throws Exception {
		Instance hit = instance("stampede.redis-timeout=300ms");
		this.relay.silence();
		this.relay.deaf(true);
		for (int i = 0; hit.store().state().up(); i++) {
			assertThat(i).isLessThan(3);
			assertThat(hit.find("a" + i)).isEqualTo("a" + i + "-1");
		}
		this.relay.deaf(false);
		untilStored(hit);
	}

	@Test
	void slowRedisIsNoReasonToReadTwice() throws Exception {
		Instance one = instance();
		Instance two = instance();
		this.relay.delay(Duration.ofMillis(100), Duration.ofMillis(100));
		Source.Gate gate = this.source.hold("a");
		List<Future<@Nullable String>> first = calls(10, () -> one.find("a"));
		List<Future<@Nullable String>> second = calls(10, () -> two.find("a"));
		gate.awaitReading();
		until(() -> assertThat(one.events().count("lock.LOST") + two.events().count("lock.LOST")).isEqualTo(1));
		gate.open();
		for (Future<@Nullable String> caller : first) {
			assertThat(answer(caller)).isEqualTo("a-1");
		}
		for (Future<@Nullable String> caller : second) {
			assertThat(answer(caller)).isEqualTo("a-1");
		}
		assertThat(this.source.reads("a")).isEqualTo(1);
	}

	private void untilStored(Instance instance) {
		until(() -> {
			instance.find("stored");
			assertThat(exists("stampede:prices::stored")).isTrue();
		});
	}

	private Instance coldBeside(String... properties) {
		return add(Instance.start(this.source, this.server.host(), this.server.port(), with(properties)));
	}

}
