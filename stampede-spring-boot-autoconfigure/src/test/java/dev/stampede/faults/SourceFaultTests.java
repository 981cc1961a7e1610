package dev.stampede.faults;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.stampede.engine.StampedeEngine;
import dev.stampede.key.EntryKey;
import dev.stampede.store.KeyState;
import dev.stampede.testing.InjectedFault;
import dev.stampede.testing.Injects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The source throws, returns nothing, something that cannot be stored, or calls itself.
 */
class SourceFaultTests extends FaultContract {

	@Test
	@Injects(InjectedFault.SOURCE_THROWS)
	void failureIsSharedInItsInstanceAndOthersReadOneByOne() throws Exception {
		Instance one = beside();
		Instance two = beside();
		this.source.body((key, number) -> {
			throw new IOException(key + "-" + number);
		});
		Source.Gate gate = this.source.hold("a");
		List<Future<@Nullable String>> first = calls(50, () -> one.find("a"));
		gate.awaitReading();
		until(() -> assertThat(one.events().count("coalesced")).isEqualTo(49));
		List<Future<@Nullable String>> second = calls(50, () -> two.find("a"));
		until(() -> assertThat(two.events().count("coalesced")).isEqualTo(49));
		until(() -> assertThat(two.events().count("lock.LOST")).isEqualTo(1));
		gate.open();
		for (Future<@Nullable String> caller : first) {
			assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> answer(caller))
				.havingCause()
				.isInstanceOf(IOException.class)
				.withMessage("a-1");
		}
		for (Future<@Nullable String> caller : second) {
			assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> answer(caller))
				.havingCause()
				.isInstanceOf(IOException.class)
				.withMessage("a-2");
		}
		assertThat(this.source.reads("a")).isEqualTo(2);
		assertThat(exists(lock("a"))).isFalse();
	}

	@Test
	@Injects(InjectedFault.SOURCE_THROWS_ERROR)
	void errorReachesEveryCallerAndLeavesNoFlightAndNoLock() throws Exception {
		Instance hit = beside();
		this.source.body((key, number) -> {
			if (number == 1) {
				throw new StackOverflowError(key);
			}
			return key + "-" + number;
		});
		Source.Gate gate = this.source.hold("a");
		List<Future<@Nullable String>> callers = calls(10, () -> hit.find("a"));
		gate.awaitReading();
		until(() -> assertThat(hit.events().count("coalesced")).isEqualTo(9));
		gate.open();
		for (Future<@Nullable String> caller : callers) {
			assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> answer(caller))
				.withCauseInstanceOf(StackOverflowError.class);
		}
		assertThat(exists(lock("a"))).isFalse();
		assertThat(hit.flights()).isZero();
		assertThat(this.source.reads("a")).isEqualTo(1);
		assertThat(hit.find("a")).isEqualTo("a-2");
	}

	@Test
	@Injects(InjectedFault.SOURCE_RETURNS_NULL)
	void nullIsStoredAndIsNoMiss() throws Exception {
		Instance one = beside();
		Instance two = beside();
		this.source.body((key, number) -> null);
		assertThat(one.find("a")).isNull();
		assertThat(one.find("a")).isNull();
		assertThat(two.find("a")).isNull();
		assertThat(this.source.reads("a")).isEqualTo(1);
		assertThat(two.events().count("requested.HIT")).isEqualTo(1);
	}

	@Test
	@Injects(InjectedFault.VALUE_CANNOT_BE_ENCODED)
	void valueThatCannotBeEncodedReachesItsCallersAndMarksItsKey() {
		Instance hit = cold();
		Supplier<Object> call = () -> hit.operations().get("prices", "a", Unencodable.class, () -> {
			this.source.read("a");
			return new Unencodable("any");
		});
		assertThat(call.get()).isInstanceOf(Unencodable.class);
		assertThat(hit.bean(StampedeEngine.class).inspect(EntryKey.of("prices", "a")).lock())
			.isEqualTo(KeyState.LockState.PASS);
		assertThat(exists("stampede:prices::a")).isFalse();
		assertThat(call.get()).isInstanceOf(Unencodable.class);
		hit.operations().evict("prices", "a");
		assertThat(exists(lock("a"))).isFalse();
		assertThat(this.source.reads("a")).isEqualTo(2);
		assertThat(hit.events().count("writeFailed")).isEqualTo(2);
		assertThat(hit.events().count("released.RELEASED")).isEqualTo(1);
		assertThat(hit.events().count("requested.PASSED")).isEqualTo(1);
	}

	@Test
	@Injects(InjectedFault.SOURCE_CALLS_ITSELF)
	void nestedCallOfTheSameKeyRunsTheSource() throws Exception {
		Instance hit = beside();
		this.source.body((key, number) -> (number < 3) ? hit.find(key) + "<" + number : "deep");
		assertThat(hit.find("a")).isEqualTo("deep<2<1");
		assertThat(this.source.reads("a")).isEqualTo(3);
		assertThat(hit.events().count("requested.BYPASSED")).isEqualTo(2);
		assertThat(hit.find("a")).isEqualTo("deep<2<1");
	}

	@Test
	void callsAfterAReadThatStoredNothingWaitForNobody() throws Exception {
		Instance hit = beside("stampede.caches.leftovers.cache-nulls=false");
		this.source.body((key, number) -> switch (key) {
			case "null" -> null;
			case "thrown" -> throw new IOException(key);
			default -> key + "-" + number;
		});
		for (int i = 1; i <= 2; i++) {
			assertThat(hit.prices().findOrStale("null")).isNull();
			assertThat(hit.prices().findUnstored("vetoed")).isEqualTo("vetoed-" + i);
			assertThatExceptionOfType(IOException.class).isThrownBy(() -> hit.find("thrown"));
			assertThat(hit.operations().get("prices", "unencodable", Unencodable.class, () -> new Unencodable("any")))
				.isNotNull();
			assertThat(this.source.reads("null")).isEqualTo(i);
			assertThat(this.source.reads("thrown")).isEqualTo(i);
		}
		assertThat(hit.events().count("lock.WON")).isEqualTo(6);
		assertThat(hit.events().count("lock.LOST")).isZero();
		assertThat(hit.events().count("released.RELEASED")).isEqualTo(5);
		assertThat(hit.events().count("requested.PASSED")).isEqualTo(3);
	}

	static Stream<Supplier<@Nullable CompletableFuture<String>>> brokenSources() {
		return Stream.of(() -> {
			throw new IllegalArgumentException("broken");
		}, () -> null);
	}

	@ParameterizedTest
	@MethodSource("brokenSources")
	void asynchronousSourceWithoutAFutureFailsAndLeavesNoLock(Supplier<@Nullable CompletableFuture<String>> broken) {
		Instance hit = cold();
		for (int i = 1; i <= 2; i++) {
			CompletableFuture<@Nullable String> answer = hit.operations().getAsync("prices", "a", String.class, broken);
			assertThatExceptionOfType(CompletionException.class).isThrownBy(answer::join)
				.withCauseInstanceOf(RuntimeException.class);
			assertThat(exists(lock("a"))).isFalse();
			assertThat(hit.events().count("lock.WON")).isEqualTo(i);
		}
	}

	/**
	 * A type that no mapper writes: its property throws.
	 *
	 * @param property the property
	 */
	record Unencodable(String property) {

		@Override
		public String property() {
			throw new IllegalStateException("cannot be read");
		}

	}

}
