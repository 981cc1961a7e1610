package dev.stampede.faults;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;

import dev.stampede.store.StoreState.WakeUp;
import dev.stampede.testing.InjectedFault;
import dev.stampede.testing.Injects;
import dev.stampede.testing.RedisDriverKind;
import dev.stampede.testing.RedisServer;
import dev.stampede.testing.RespClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Near caches of two instances on one Redis, and what becomes of their entries when
 * somebody writes, also while nothing is heard of it.
 */
@ExtendWith(OutputCaptureExtension.class)
class NearFaultTests {

	private static final String ENTRY = "stampede:" + AppInstance.CACHE + "::key";

	private static final Duration LONG = Duration.ofMinutes(10);

	@SuppressWarnings("NullAway.Init")
	private static RedisServer server;

	@BeforeAll
	static void start() {
		server = RedisServer.start();
	}

	@AfterAll
	static void stop() {
		server.close();
	}

	@AfterEach
	void flush() {
		server.call("FLUSHALL");
	}

	@ParameterizedTest
	@EnumSource
	void whatOneWritesIsSeenByTheOther(RedisDriverKind driver) {
		try (AppInstance one = near(driver, LONG); AppInstance two = near(driver, LONG)) {
			keepNear("v1", one, two);
			one.operations().evict(AppInstance.CACHE, "key");
			assertThat(one.get("key", () -> "v2")).isEqualTo("v2");
			AppInstance.until(() -> "v2".equals(two.get("key", () -> "v2")));
			one.operations().put(AppInstance.CACHE, "key", "v3");
			assertThat(one.get("key", NearFaultTests::never)).isEqualTo("v3");
			AppInstance.until(() -> "v3".equals(two.get("key", NearFaultTests::never)));
			one.operations().clear(AppInstance.CACHE);
			AppInstance.until(() -> "v4".equals(two.get("key", () -> "v4")));
			AppInstance.until(() -> "v4".equals(one.get("key", NearFaultTests::never)));
		}
	}

	@ParameterizedTest
	@EnumSource
	void fillOfAThirdThatNobodyWaitsForIsSeen(RedisDriverKind driver) {
		try (AppInstance one = near(driver, LONG);
				AppInstance two = near(driver, LONG);
				AppInstance third = near(driver, LONG)) {
			keepNear("v1", one, two);
			server.call("DEL", ENTRY);
			assertThat(third.get("key", () -> "v2")).isEqualTo("v2");
			AppInstance.until(() -> "v2".equals(one.get("key", NearFaultTests::never)));
			AppInstance.until(() -> "v2".equals(two.get("key", NearFaultTests::never)));
		}
	}

	@ParameterizedTest
	@EnumSource
	@Injects(InjectedFault.NEAR_SUBSCRIPTION_KILLED)
	void writeInAGapOfTheSubscriptionIsSeenAfterIt(RedisDriverKind driver) {
		try (AppInstance one = near(driver, LONG);
				AppInstance two = near(driver, LONG);
				RespClient admin = RespClient.connect(server.host(), server.port())) {
			for (int round = 1; round <= 5; round++) {
				String before = "v" + round;
				String after = "v" + (round + 1);
				keepNear(before, one, two);
				admin.call("MULTI");
				admin.call("CLIENT", "KILL", "TYPE", "pubsub");
				admin.call("DEL", ENTRY);
				List<?> replies = (List<?>) admin.call("EXEC");
				assertThat(replies).as("subscriptions and entries").isEqualTo(List.of(2L, 1L));
				AppInstance.until(() -> after.equals(one.get("key", () -> after)));
				AppInstance.until(() -> after.equals(two.get("key", () -> after)));
			}
		}
	}

	@ParameterizedTest
	@EnumSource
	@Injects(InjectedFault.NEAR_ENTRIES_FLUSHED)
	void flushedEntriesAreServedNoLongerThanTheirNearTime(RedisDriverKind driver) {
		Duration nearTtl = Duration.ofSeconds(2);
		try (AppInstance one = near(driver, nearTtl)) {
			one.awaitSubscription();
			one.get("key", () -> "v1");
			server.call("FLUSHALL");
			long flushed = System.nanoTime();
			long last = flushed;
			for (long asked = flushed; "v1".equals(one.get("key", () -> "v2")); asked = System.nanoTime()) {
				last = asked;
			}
			assertThat(Duration.ofNanos(last - flushed)).isLessThan(nearTtl);
			assertThat(one.get("key", NearFaultTests::never)).isEqualTo("v2");
		}
	}

	@ParameterizedTest
	@EnumSource
	@Injects(InjectedFault.NEAR_CHANNEL_FORBIDDEN)
	void deniedChannelLeavesTheNearTimeAndIsWarnedOfOnce(RedisDriverKind driver, CapturedOutput output) {
		server.call("ACL", "SETUSER", "app", "reset", "on", ">secret", "+@all", "~*", "resetchannels");
		RedisStandaloneConfiguration configuration = new RedisStandaloneConfiguration(server.host(), server.port());
		configuration.setUsername("app");
		configuration.setPassword("secret");
		try (AppInstance one = AppInstance.near(driver.standalone(configuration), Duration.ofSeconds(2));
				AppInstance two = AppInstance.near(driver.standalone(configuration), Duration.ofSeconds(2))) {
			AppInstance.until(() -> one.store().state().wakeUp() == WakeUp.POLLING
					&& two.store().state().wakeUp() == WakeUp.POLLING);
			one.get("key", () -> "v1");
			AppInstance.until(() -> {
				two.get("key", NearFaultTests::never);
				return two.events().count("requested.NEAR_HIT") > 0;
			});
			one.operations().put(AppInstance.CACHE, "key", "v2");
			assertThat(one.get("key", NearFaultTests::never)).isEqualTo("v2");
			AppInstance.until(() -> "v2".equals(two.get("key", NearFaultTests::never)));
		}
		assertThat(output.getOut().lines().filter((line) -> line.contains(" WARN ") && line.contains("near entries")))
			.as("once for each of the two instances")
			.hasSize(2);
	}

	@ParameterizedTest
	@EnumSource
	void herdOnAColdKeyWithNearCachesIsOneRead(RedisDriverKind driver) throws Exception {
		try (AppInstance one = near(driver, LONG); AppInstance two = near(driver, LONG)) {
			one.awaitSubscription();
			two.awaitSubscription();
			GatedSource source = new GatedSource("value");
			List<CompletableFuture<@Nullable String>> calls = List.of(one.getLater("key", source),
					two.getLater("key", source), one.getLater("key", source), two.getLater("key", source));
			source.awaitRead();
			source.open();
			assertThat(calls)
				.allSatisfy((call) -> assertThat(call).succeedsWithin(Duration.ofSeconds(20)).isEqualTo("value"));
			assertThat(source.reads()).isOne();
		}
	}

	private static AppInstance near(RedisDriverKind driver, Duration nearTtl) {
		return AppInstance.near(driver.standalone(new RedisStandaloneConfiguration(server.host(), server.port())),
				nearTtl);
	}

	// both serve it from their own memory
	private static void keepNear(String value, AppInstance... instances) {
		for (AppInstance instance : instances) {
			instance.awaitSubscription();
			AppInstance.until(() -> {
				int before = instance.events().count("requested.NEAR_HIT");
				assertThat(instance.get("key", () -> value)).isEqualTo(value);
				return instance.events().count("requested.NEAR_HIT") > before;
			});
		}
	}

	private static String never() {
		throw new AssertionError("The source is read");
	}

}
