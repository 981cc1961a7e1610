package dev.stampede.test;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import dev.stampede.StampedeLockedException;
import dev.stampede.event.StampedeListener.Request;
import dev.stampede.event.StampedeListener.SourceRead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link Herd} and {@link HerdAssert}.
 */
class HerdTests {

	private final StampedeEvents events = new StampedeEvents();

	@Test
	void callersRunAtTheSameTime() {
		CyclicBarrier all = new CyclicBarrier(50);
		Herd<Integer> herd = Herd.of(50).call(all::await);
		assertThat(herd.callers()).isEqualTo(50);
		assertThat(herd.values()).hasSize(50).doesNotHaveDuplicates();
		assertThat(herd).hasNoFailures();
	}

	@Test
	void callersOfSeveralInstancesTakeTurns() {
		AtomicInteger first = new AtomicInteger();
		AtomicInteger second = new AtomicInteger();
		Herd.of(7).call(first::incrementAndGet, second::incrementAndGet);
		assertThat(first).hasValue(4);
		assertThat(second).hasValue(3);
	}

	@Test
	void countsAreThoseOfTheHerd() {
		hear(Request.LOADED);
		StampedeEvents other = new StampedeEvents();
		Herd<String> herd = Herd.of(4).countedBy(this.events, other).call(() -> {
			hear(Request.LOADED);
			return "a";
		}, () -> {
			other.requested("sets", Request.WAITED);
			return "a";
		});
		assertThat(herd.requests()).isEqualTo(Map.of(Request.LOADED, 2, Request.WAITED, 2));
		assertThat(herd).hasSourceReads(2)
			.hasRequests(2, Request.WAITED)
			.hasRequests(0, Request.STALE)
			.allReturned("a")
			.answeredWithin(Duration.ofSeconds(30));
		assertThat(this.events.sourceReads()).isEqualTo(3);
	}

	@Test
	void readsOfAllCachesAndOfBypassingCallsCount() {
		this.events.sourceRead("sets", SourceRead.FAILURE, 1);
		this.events.sourceRead("prices", SourceRead.CANCELLED, 1);
		this.events.requested("prices", Request.BYPASSED);
		assertThat(this.events.sourceReads()).isEqualTo(3);
		assertThat(this.events.sourceReads("prices")).isEqualTo(2);
		assertThat(this.events.requests("prices", Request.BYPASSED)).isEqualTo(1);
		assertThat(this.events.requests("sets", Request.BYPASSED)).isZero();
	}

	@Test
	void nullIsAValue() {
		Herd<Object> herd = Herd.of(2).call(() -> null);
		assertThat(herd).allReturned(null);
		assertThat(herd.values()).containsExactly(null, null);
	}

	@Test
	void moreReadsThanExpectedAreToldWithTheResults() {
		Herd<String> herd = Herd.of(3).countedBy(this.events).call(() -> hear(Request.LOADED));
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> assertThat(herd).hasSourceReads(1))
			.withMessageContaining("Expected 3 callers to cost one read of the source, but it was read 3 times.")
			.withMessageContaining("LOADED 3");
	}

	@Test
	void unprotectedCallsAreToldApart() {
		Herd<String> herd = Herd.of(3).countedBy(this.events).call(() -> "a");
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> assertThat(herd).hasSourceReads(1))
			.withMessageContaining("it was read not at all")
			.withMessageContaining("is the method protected");
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> assertThat(herd).hasRequests(1, Request.HIT))
			.withMessageContaining("Expected 1 of 3 calls to be answered with HIT, but 0 were.");
	}

	@Test
	void countsWithoutAListenerSayWhatToDo() {
		Herd<String> herd = Herd.of(3).call(() -> "a");
		assertThatIllegalStateException().isThrownBy(() -> assertThat(herd).hasSourceReads(1))
			.withMessageContaining("Herd.of(3).countedBy(events)")
			.withMessageContaining("@Import(StampedeEvents.class)");
	}

	@Test
	void otherValuesAreTold() {
		AtomicInteger turn = new AtomicInteger();
		Herd<String> herd = Herd.of(3).call(() -> (turn.getAndIncrement() == 0) ? "b" : "a");
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> assertThat(herd).allReturned("a"))
			.withMessageContaining("but 1 got something else, the first of them")
			.withMessageContaining("b");
	}

	@Test
	void failuresAreToldWithTheirCause() {
		StampedeLockedException locked = new StampedeLockedException("no");
		AtomicInteger turn = new AtomicInteger();
		Herd<String> herd = Herd.of(3).call(() -> {
			if (turn.getAndIncrement() < 2) {
				throw locked;
			}
			return "a";
		});
		assertThat(herd.failures()).containsExactly(locked, locked);
		assertThat(herd).hasFailures(2, StampedeLockedException.class);
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> assertThat(herd).allReturned("a"))
			.withMessageContaining("but 2 failed, the first with")
			.satisfies((error) -> assertThat(error.getSuppressed()).containsExactly(locked));
		assertThatExceptionOfType(AssertionError.class)
			.isThrownBy(() -> assertThat(herd).hasFailures(1, StampedeLockedException.class))
			.withMessageContaining(
					"Expected 1 of 3 callers to fail with dev.stampede.StampedeLockedException, but 2 failed");
		assertThatExceptionOfType(AssertionError.class)
			.isThrownBy(() -> assertThat(herd).hasFailures(2, IllegalStateException.class))
			.withMessageContaining("one of them with " + locked);
	}

	@Test
	void slowCallersAreTold() {
		Herd<String> herd = Herd.of(1).call(() -> "a");
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> assertThat(herd).answeredWithin(Duration.ZERO))
			.withMessageContaining("within 0 ms, but the slowest waited");
	}

	@Test
	void callersThatHangAreInterruptedAndTold() throws Exception {
		CountDownLatch never = new CountDownLatch(1);
		CountDownLatch interrupted = new CountDownLatch(1);
		AtomicInteger turn = new AtomicInteger();
		assertThatExceptionOfType(AssertionError.class)
			.isThrownBy(() -> Herd.of(3).within(Duration.ofMillis(200)).call(() -> {
				if (turn.getAndIncrement() == 0) {
					try {
						never.await();
					}
					finally {
						interrupted.countDown();
					}
				}
				return "a";
			}))
			.withMessage("1 of 3 callers had no answer within 200 ms")
			.havingCause()
			.withStackTraceContaining("CountDownLatch.await");
		interrupted.await();
	}

	@Test
	void herdOfNobodyIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> Herd.of(0)).withMessageContaining("at least one caller");
	}

	private String hear(Request result) {
		this.events.sourceRead("sets", SourceRead.SUCCESS, 1);
		this.events.requested("sets", result);
		return "a";
	}

}
