package dev.stampede.faults;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.stampede.StampedeStoreException;
import dev.stampede.testing.InjectedFault;
import dev.stampede.testing.Injects;
import dev.stampede.testing.RelayRule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A request or its reply is lost with its connection, for each script of the protocol and
 * one driver. None of the drivers repeats it.
 */
abstract class LostReplyContract extends FaultContract {

	@Test
	@Injects(InjectedFault.ACQUIRE_REPLY_LOST)
	void callWhoseAcquireIsNotAnsweredReadsOnceAndKeepsNobodyWaiting() throws Exception {
		Instance hit = instance();
		Instance other = beside();
		RelayRule lost = this.relay.on(Script.ACQUIRE::isIn).loseReply();
		Source.Gate gate = this.source.hold("a");
		List<Future<@Nullable String>> callers = calls(10, () -> hit.find("a"));
		gate.awaitReading();
		until(() -> assertThat(hit.events().count("coalesced")).isEqualTo(9));
		gate.open();
		for (Future<@Nullable String> caller : callers) {
			assertThat(answer(caller)).isEqualTo("a-1");
		}
		assertThat(lost.count()).isEqualTo(1);
		assertThat(this.source.reads("a")).isEqualTo(1);
		assertThat(hit.events().count("lock.UNAVAILABLE")).isEqualTo(1);
		until(() -> assertThat(exists(lock("a"))).isFalse());
		assertThat(other.find("a")).isEqualTo("a-2");
		until(() -> assertThat(hit.find("a")).isEqualTo("a-2"));
	}

	@Test
	@Injects(InjectedFault.ACQUIRE_DROPPED)
	void callWhoseAcquireNeverArrivesReadsOnceAndTheNextIsProtected() throws Exception {
		Instance hit = instance();
		RelayRule lost = this.relay.on(Script.ACQUIRE::isIn).loseRequest();
		assertThat(hit.find("a")).isEqualTo("a-1");
		assertThat(lost.count()).isEqualTo(1);
		assertThat(this.source.reads("a")).isEqualTo(1);
		assertThat(hit.events().count("lock.UNAVAILABLE")).isEqualTo(1);
		untilAnswered(hit);
		assertThat(hit.find("a")).isEqualTo("a-2");
		assertThat(hit.find("a")).isEqualTo("a-2");
	}

	@Test
	void fillThatIsNotAnsweredIsStoredAndEveryCallerGetsTheValue() throws Exception {
		Instance hit = instance();
		Instance other = beside();
		Source.Gate gate = this.source.hold("a");
		Future<@Nullable String> winner = call(() -> hit.find("a"));
		gate.awaitReading();
		Future<@Nullable String> follower = call(() -> hit.find("a"));
		until(() -> assertThat(hit.events().count("coalesced")).isEqualTo(1));
		RelayRule lost = this.relay.on(Script.FILL::isIn).loseReply();
		gate.open();
		assertThat(answer(winner)).isEqualTo("a-1");
		assertThat(answer(follower)).isEqualTo("a-1");
		assertThat(lost.count()).isEqualTo(1);
		assertThat(other.find("a")).isEqualTo("a-1");
		assertThat(this.source.reads("a")).isEqualTo(1);
		assertThat(hit.events().count("writeFailed")).isEqualTo(1);
	}

	@Test
	void fillThatNeverArrivesCostsNoCallerItsValueAndItsLockIsFreed() throws Exception {
		Instance hit = instance();
		RelayRule lost = this.relay.on(Script.FILL::isIn).loseRequest();
		assertThat(hit.find("a")).isEqualTo("a-1");
		assertThat(lost.count()).isEqualTo(1);
		until(() -> assertThat(exists(lock("a"))).isFalse());
		assertThat(exists("stampede:prices::a")).isFalse();
	}

	@Test
	void discardWithoutAnAnswerLeavesAMarkThatEnds() throws Exception {
		Instance hit = instance();
		RelayRule lost = this.relay.on(Script.DISCARD::isIn).loseReply();
		assertThat(hit.prices().findUnstored("a")).isEqualTo("a-1");
		assertThat(lost.count()).isEqualTo(1);
		until(() -> assertThat(exists("lock:{stampede:unstored::a}")).isFalse());
		assertThat(exists("stampede:unstored::a")).isFalse();
	}

	@Test
	void failureReportWithoutAnAnswerFreesTheLock() throws Exception {
		Instance hit = instance();
		this.source.body((key, number) -> {
			throw new IOException(key + "-" + number);
		});
		RelayRule lost = this.relay.on(Script.FAIL::isIn).loseReply();
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> hit.find("a")).withMessage("a-1");
		assertThat(lost.count()).isEqualTo(1);
		assertThat(exists(lock("a"))).isFalse();
		assertThat(this.source.reads("a")).isEqualTo(1);
	}

	@Test
	void releaseWithoutAnAnswerFreesTheLock() throws Exception {
		Instance hit = instance();
		this.source.body((key, number) -> {
			throw new InterruptedException(key + "-" + number);
		});
		RelayRule lost = this.relay.on(Script.RELEASE::isIn).loseReply();
		assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> hit.find("a")).withMessage("a-1");
		assertThat(lost.count()).isEqualTo(1);
		assertThat(exists(lock("a"))).isFalse();
	}

	@Test
	void renewalThatIsNotAnsweredIsMadeAgain() throws Exception {
		Instance hit = instance("stampede.caches.prices.lock-ttl=1500");
		Source.Gate gate = this.source.hold("a");
		Future<@Nullable String> winner = call(() -> hit.find("a"));
		gate.awaitReading();
		RelayRule lost = this.relay.on(Script.RENEW::isIn).loseReply();
		RelayRule again = this.relay.on(Script.RENEW::isIn).nth(3);
		again.awaitApplied();
		assertThat(exists(lock("a"))).isTrue();
		gate.open();
		assertThat(answer(winner)).isEqualTo("a-1");
		assertThat(lost.count()).isEqualTo(1);
		assertThat(hit.events().count("renewed.LOST")).isZero();
		assertThat(this.source.reads("a")).isEqualTo(1);
		assertThat(exists("stampede:prices::a")).isTrue();
	}

	@Test
	void evictionThatIsNotAnsweredIsDoneAndReportedAsOpen() throws Exception {
		Instance hit = instance();
		hit.find("a");
		RelayRule lost = this.relay.on(Script.EVICT::isIn).loseReply();
		assertThatExceptionOfType(StampedeStoreException.class).isThrownBy(() -> hit.operations().evict("prices", "a"));
		assertThat(lost.count()).isEqualTo(1);
		assertThat(exists("stampede:prices::a")).isFalse();
	}

	@ParameterizedTest
	@EnumSource(names = { "SEIZE", "FILL" })
	void putThatIsNotAnsweredLeavesNoLockAndNoOldValue(Script script) throws Exception {
		Instance hit = instance();
		Instance other = beside();
		hit.find("a");
		RelayRule lost = this.relay.on(script::isIn).loseReply();
		assertThatExceptionOfType(StampedeStoreException.class)
			.isThrownBy(() -> hit.operations().put("prices", "a", "put"));
		assertThat(lost.count()).isEqualTo(1);
		until(() -> assertThat(exists(lock("a"))).isFalse());
		assertThat(other.find("a")).isEqualTo((script == Script.FILL) ? "put" : "a-2");
	}

}
