package dev.stampede.autoconfigure;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import dev.stampede.StampedeOperations;
import dev.stampede.redis.RedisEntryStore;
import dev.stampede.store.StoreState;
import dev.stampede.testing.EventCounts;
import dev.stampede.testing.MonitoredCommand;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.RedisMonitor;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that calls of different keys, nested or at the same time, leave each other's
 * locks alone and do not wait for each other.
 */
@ExtendWith(RedisExtension.class)
class CallsApartTests {

	private final TestRedis redis;

	private final EventCounts events = new EventCounts();

	CallsApartTests(TestRedis redis) {
		this.redis = redis;
	}

	@AfterEach
	void nothingIsLeft() {
		this.redis.assertNoLocksLeft();
		this.redis.clear();
	}

	@Test
	void nestedCallsGiveTheLocksOfBothKeysBack() {
		withOperations((operations) -> {
			String found = operations.get("outer", 1, String.class, () -> {
				assertThat(this.redis.locksAndMarks()).containsExactly(lock("outer::1"));
				String inner = operations.get("inner", 2, String.class, () -> {
					assertThat(this.redis.locksAndMarks()).containsExactly(lock("inner::2"), lock("outer::1"));
					return "inner";
				});
				assertThat(this.redis.locksAndMarks()).containsExactly(lock("outer::1"));
				return "outer " + inner;
			});
			assertThat(found).isEqualTo("outer inner");
			assertThat(this.redis.locksAndMarks()).isEmpty();
			assertThat(this.events.below("released.")).containsOnlyKeys("FILLED").containsEntry("FILLED", 2);
		});
	}

	@Test
	void readThatEndsOnAnotherThreadGivesItsLockBack() {
		withOperations((operations) -> {
			CompletableFuture<String> source = new CompletableFuture<>();
			CompletableFuture<@Nullable String> found = operations.getAsync("later", 1, String.class, () -> source);
			Awaitility.await()
				.untilAsserted(() -> assertThat(this.redis.locksAndMarks()).containsExactly(lock("later::1")));
			Thread other = new Thread(() -> source.complete("value"));
			other.start();
			assertThat(found).succeedsWithin(20, TimeUnit.SECONDS).isEqualTo("value");
			assertThat(this.redis.locksAndMarks()).isEmpty();
			assertThat(this.events.below("released.")).containsOnlyKeys("FILLED").containsEntry("FILLED", 1);
		});
	}

	@Test
	void slowReadHoldsNoOtherKeyUpAndAHitNeedsNoLock() {
		withOperations((operations) -> {
			CountDownLatch reading = new CountDownLatch(1);
			CountDownLatch gate = new CountDownLatch(1);
			operations.get("prices", "warm", String.class, () -> "warm");
			CompletableFuture<@Nullable String> slow = CompletableFuture
				.supplyAsync(() -> operations.get("prices", "slow", String.class, () -> {
					reading.countDown();
					assertThat(gate.await(60, TimeUnit.SECONDS)).isTrue();
					return "slow";
				}), (task) -> new Thread(task).start());
			try (RedisMonitor monitor = this.redis.monitor()) {
				assertThat(reading.await(20, TimeUnit.SECONDS)).isTrue();
				assertThat(operations.<String>get("prices", "cold", String.class, () -> "cold")).isEqualTo("cold");
				monitor.clear();
				assertThat(operations.<String>get("prices", "warm", String.class, () -> "none")).isEqualTo("warm");
				assertThat(monitor.sent(this.redis.key("prices::warm"))).extracting(MonitoredCommand::name)
					.containsExactly("GET");
				assertThat(slow).isNotDone();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
			finally {
				gate.countDown();
			}
			assertThat(slow).succeedsWithin(20, TimeUnit.SECONDS).isEqualTo("slow");
		});
	}

	private String lock(String name) {
		return "lock:{" + this.redis.key(name) + "}";
	}

	private void withOperations(Consumer<StampedeOperations> test) {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class, DataRedisAutoConfiguration.class))
			.withPropertyValues(this.redis.properties())
			.withPropertyValues("stampede.redis-timeout=5s")
			.withBean(EventCounts.class, () -> this.events)
			.run((context) -> {
				RedisEntryStore store = context.getBean(RedisEntryStore.class);
				Awaitility.await().until(() -> store.state().wakeUp() == StoreState.WakeUp.SUBSCRIBED);
				test.accept(context.getBean(StampedeOperations.class));
			});
	}

}
