package dev.stampede.faults;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.stampede.StampedeTimeoutException;
import dev.stampede.testing.InjectedFault;
import dev.stampede.testing.Injects;
import dev.stampede.testing.RelayRule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Redis has no room, loses a lock or an entry, or keeps a lock for longer than it should.
 */
class LockLossTests extends FaultContract {

	private static final Pattern USED_MEMORY = Pattern.compile("used_memory:(\\d+)");

	@Test
	@Injects(InjectedFault.OUT_OF_MEMORY)
	void fullRedisServesHitsAndCostsNoMissAnError() throws Exception {
		Instance hit = beside();
		hit.find("warm");
		redis("CONFIG", "SET", "maxmemory", "1");
		Source.Gate gate = this.source.hold("a");
		List<Future<@Nullable String>> callers = calls(10, () -> hit.find("a"));
		gate.awaitReading();
		until(() -> assertThat(hit.events().count("coalesced")).isEqualTo(9));
		gate.open();
		for (Future<@Nullable String> caller : callers) {
			assertThat(answer(caller)).isEqualTo("a-1");
		}
		assertThat(this.source.reads("a")).isEqualTo(1);
		assertThat(hit.find("b")).isEqualTo("b-1");
		assertThat(hit.find("warm")).isEqualTo("warm-1");
		redis("CONFIG", "SET", "maxmemory", "0");
		until(() -> {
			hit.find("c");
			assertThat(exists("stampede:prices::c")).isTrue();
		});
	}

	@Test
	@Injects(InjectedFault.LOCK_EVICTED)
	void lockThatIsEvictedAdmitsASecondReadAndRefusesTheFirstFill() throws Exception {
		Instance one = beside();
		Instance two = beside();
		Source.Gate gate = this.source.hold("a");
		Future<@Nullable String> first = call(() -> one.find("a"));
		gate.awaitReading();
		evictLock("a");
		assertThat(two.find("a")).isEqualTo("a-2");
		gate.open();
		assertThat(answer(first)).isEqualTo("a-1");
		assertThat(one.events().count("released.LOST")).isEqualTo(1);
		assertThat(one.find("a")).isEqualTo("a-2");
		assertThat(two.find("a")).isEqualTo("a-2");
		assertThat(this.source.reads("a")).isEqualTo(2);
	}

	@Test
	@Injects(InjectedFault.CLOCK_JUMPS)
	void lockThatEndsEarlyLeavesTheFillToItsNewOwner() throws Exception {
		Instance one = beside();
		Instance two = beside();
		Source.Gate late = this.source.hold("a");
		Future<@Nullable String> first = call(() -> one.find("a"));
		late.awaitReading();
		redis("PEXPIRE", lock("a"), "1");
		until(() -> assertThat(exists(lock("a"))).isFalse());
		Source.Gate early = new Source.Gate();
		this.source.body((key, number) -> {
			early.pass();
			return key + "-" + number;
		});
		Future<@Nullable String> second = call(() -> two.find("a"));
		early.awaitReading();
		Object owner = redis("GET", lock("a"));
		late.open();
		assertThat(answer(first)).isEqualTo("a-1");
		assertThat(one.events().count("released.LOST")).isEqualTo(1);
		assertThat(redis("GET", lock("a"))).isEqualTo(owner);
		assertThat(exists("stampede:prices::a")).isFalse();
		early.open();
		assertThat(answer(second)).isEqualTo("a-2");
		assertThat(one.find("a")).isEqualTo("a-2");
		assertThat(this.source.reads("a")).isEqualTo(2);
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	@Injects(InjectedFault.CLOCK_JUMPS)
	void lockThatNeverEndsKeepsNobodyBeyondTheWait(boolean expires) throws Exception {
		Instance hit = beside("stampede.caches.prices.wait-timeout=800");
		redis("SET", lock("a"), "foreign:1");
		if (expires) {
			redis("PEXPIRE", lock("a"), "600000");
		}
		long start = System.nanoTime();
		assertThatExceptionOfType(StampedeTimeoutException.class).isThrownBy(() -> hit.find("a"));
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(Duration.ofMillis(800),
				Duration.ofMillis(4000));
		assertThat(this.source.reads("a")).isZero();
		assertThat(redis("GET", lock("a"))).isEqualTo("foreign:1");
		redis("DEL", lock("a"));
		assertThat(hit.find("a")).isEqualTo("a-1");
	}

	@Test
	void loserStaysWhileTheLockChangesHandsWithoutAWord() throws Exception {
		Instance hit = cold("stampede.wake-up=POLL");
		hit.find("warm");
		redis("SET", lock("a"), "foreign:0", "PX", "10000");
		AtomicInteger hands = new AtomicInteger();
		RelayRule polls = this.relay.on(Script.ACQUIRE::isIn).always().before(() -> {
			int hand = hands.incrementAndGet();
			if (hand <= 3) {
				redis("SET", lock("a"), "foreign:" + hand, "PX", "10000");
			}
			else if (hand == 5) {
				redis("DEL", lock("a"));
			}
		});
		assertThat(hit.find("a")).isEqualTo("a-1");
		assertThat(polls.count()).isEqualTo(5);
		assertThat(hit.events().count("waited.TOOK_OVER")).isEqualTo(1);
		assertThat(this.source.reads("a")).isEqualTo(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "redis.call('SETRANGE', KEYS[1], 2, '\\2')",
			"redis.call('SET', KEYS[1], redis.call('GETRANGE', KEYS[1], 0, 20))",
			"redis.call('SET', KEYS[1], redis.call('GETRANGE', KEYS[1], 0, -3))",
			"redis.call('SETRANGE', KEYS[1], 40, '{{{')", "redis.call('SET', KEYS[1], 'foreign')" })
	@Injects(InjectedFault.PAYLOAD_UNREADABLE)
	void entryThatCannotBeReadIsReadAgainFromTheSource(String damage) throws Exception {
		Instance hit = beside();
		assertThat(hit.find("a")).isEqualTo("a-1");
		redis("EVAL", damage, "1", "stampede:prices::a");
		assertThat(hit.find("a")).isEqualTo("a-2");
		assertThat(hit.find("a")).isEqualTo("a-2");
		assertThat(this.source.reads("a")).isEqualTo(2);
		assertThat(hit.events().count("decodeFailed")).isPositive();
		assertThat(hit.events().below("requested.")).containsOnlyKeys("LOADED", "HIT");
	}

	/**
	 * Makes Redis evict what ends first, which is the lock, to make room for more.
	 */
	private void evictLock(String id) {
		String filler = "x".repeat(1024);
		for (int i = 0; i < 200; i++) {
			redis("SET", "evictable-" + i, filler, "EX", "86400");
		}
		Matcher used = USED_MEMORY.matcher(String.valueOf(redis("INFO", "memory")));
		assertThat(used.find()).isTrue();
		redis("CONFIG", "SET", "maxmemory-policy", "volatile-ttl");
		redis("CONFIG", "SET", "maxmemory", used.group(1));
		for (int i = 0; i < 200 && exists(lock(id)); i++) {
			redis("SET", "filler-" + i, filler);
		}
		assertThat(exists(lock(id))).isFalse();
		redis("CONFIG", "SET", "maxmemory", "0");
	}

}
