package dev.stampede.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

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
import org.springframework.util.StringUtils;

import dev.stampede.store.StoreState.WakeUp;
import dev.stampede.testing.InjectedFault;
import dev.stampede.testing.Injects;
import dev.stampede.testing.RedisDriverKind;
import dev.stampede.testing.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Users of Redis that lack a right.
 */
@ExtendWith(OutputCaptureExtension.class)
class RedisRightsTests {

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
	@Injects(InjectedFault.CHANNEL_FORBIDDEN)
	void deniedChannelLeavesFillsAndPollingAndIsWarnedOfOnce(RedisDriverKind driver, CapturedOutput output)
			throws Exception {
		user("+@all", "~*", "resetchannels");
		try (AppInstance winner = start(driver); AppInstance loser = start(driver)) {
			AppInstance.until(() -> polls(winner) && polls(loser));
			GatedSource source = new GatedSource("value");
			CompletableFuture<@Nullable String> first = winner.getLater("key", source);
			source.awaitRead();
			CompletableFuture<@Nullable String> second = loser.getLater("key", source);
			AppInstance.until(() -> loser.events().count("lock.LOST") == 1);
			source.open();
			assertThat(first).succeedsWithin(Duration.ofSeconds(20)).isEqualTo("value");
			assertThat(second).succeedsWithin(Duration.ofSeconds(20)).isEqualTo("value");
			assertThat(source.reads()).isOne();
			assertThat(winner.events().count("released.FILLED")).isOne();
			winner.operations().evict(AppInstance.CACHE, "key");
			winner.operations().put(AppInstance.CACHE, "key", "put");
			winner.operations().clear(AppInstance.CACHE);
			assertThat(server.call("DBSIZE")).isEqualTo(0L);
			assertThat(loser.events().count("storeFailed.SUBSCRIBE")).isOne();
		}
		// once for each of the two instances
		assertThat(StringUtils.countOccurrencesOf(output.getOut(), "denies the channel")).isEqualTo(2);
		assertThat(warnings(output)).hasSize(2);
	}

	@ParameterizedTest
	@EnumSource
	@Injects(InjectedFault.SCRIPTS_FORBIDDEN)
	void deniedScriptsLeaveProtectionInsideTheInstance(RedisDriverKind driver, CapturedOutput output) throws Exception {
		user("+@all", "-eval", "-evalsha", "~*", "allchannels");
		try (AppInstance app = start(driver)) {
			readsOncePerInstance(app);
			assertThat(app.store().state().up()).isTrue();
		}
		assertThat(warnings(output)).singleElement()
			.asString()
			.containsIgnoringCase("evalsha")
			.contains("The user of Redis lacks a right");
	}

	@ParameterizedTest
	@EnumSource
	@Injects(InjectedFault.SCRIPTS_FORBIDDEN)
	void deniedKeysLeaveProtectionInsideTheInstance(RedisDriverKind driver, CapturedOutput output) throws Exception {
		user("+@all", "~cache:*", "allchannels");
		try (AppInstance app = start(driver)) {
			readsOncePerInstance(app);
		}
		assertThat(warnings(output)).singleElement().asString().contains("<key-prefix>*, lock:{* and wait:{*");
	}

	@ParameterizedTest
	@EnumSource
	@Injects(InjectedFault.SCRIPTS_FORBIDDEN)
	void deniedLocksLeaveProtectionInsideTheInstance(RedisDriverKind driver, CapturedOutput output) throws Exception {
		user("+@all", "~stampede:*", "allchannels");
		try (AppInstance app = start(driver)) {
			readsOncePerInstance(app);
		}
		assertThat(warnings(output)).singleElement().asString().contains("<key-prefix>*, lock:{* and wait:{*");
	}

	private static List<String> warnings(CapturedOutput output) {
		return output.getOut()
			.lines()
			.filter((line) -> line.contains(" WARN ") && line.contains(" dev.stampede."))
			.toList();
	}

	private static void readsOncePerInstance(AppInstance app) {
		for (int round = 1; round <= 3; round++) {
			int coalesced = app.events().count("coalesced");
			GatedSource source = new GatedSource("value");
			List<CompletableFuture<@Nullable String>> calls = IntStream.range(0, 10)
				.mapToObj((i) -> app.getLater("key", source))
				.toList();
			AppInstance.until(() -> app.events().count("coalesced") == coalesced + 9);
			source.open();
			assertThat(calls)
				.allSatisfy((call) -> assertThat(call).succeedsWithin(Duration.ofSeconds(20)).isEqualTo("value"));
			assertThat(source.reads()).isOne();
		}
		assertThat(server.call("DBSIZE")).isEqualTo(0L);
	}

	private static boolean polls(AppInstance app) {
		return app.store().state().wakeUp() == WakeUp.POLLING;
	}

	private static void user(String... rights) {
		server.call("ACL", "SETUSER", "app", "reset");
		List<String> command = new ArrayList<>(List.of("ACL", "SETUSER", "app", "on", ">secret"));
		command.addAll(List.of(rights));
		server.call(command.toArray(String[]::new));
	}

	private static AppInstance start(RedisDriverKind driver) {
		RedisStandaloneConfiguration configuration = new RedisStandaloneConfiguration(server.host(), server.port());
		configuration.setUsername("app");
		configuration.setPassword("secret");
		return AppInstance.on(driver.standalone(configuration), (store) -> store.timeout(Duration.ofSeconds(3)));
	}

}
