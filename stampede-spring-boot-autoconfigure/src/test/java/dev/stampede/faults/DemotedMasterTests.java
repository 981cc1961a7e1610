package dev.stampede.faults;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.stampede.StampedeOperations;
import dev.stampede.StampedeStoreException;
import dev.stampede.testing.InjectedFault;
import dev.stampede.testing.Injects;
import dev.stampede.testing.RedisDriverKind;
import dev.stampede.testing.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A master that becomes a replica while an application is connected to it by address.
 */
class DemotedMasterTests {

	@SuppressWarnings("NullAway.Init")
	private static RedisServer server;

	@SuppressWarnings("NullAway.Init")
	private static RedisServer promoted;

	@BeforeAll
	static void start() {
		server = RedisServer.start();
		promoted = RedisServer.start("--repl-diskless-sync-delay", "0");
	}

	@AfterAll
	static void stop() {
		server.close();
		promoted.close();
	}

	@ParameterizedTest
	@EnumSource
	@Injects(InjectedFault.MASTER_DEMOTED)
	void callsFailOpenUntilTheServerIsAMasterAgain(RedisDriverKind driver) throws Exception {
		String key = "key-" + driver;
		try (AppInstance app = AppInstance.on(driver.standalone(server))) {
			app.get(key, () -> "before");
			app.operations().evict(AppInstance.CACHE, key);
			server.call("REPLICAOF", promoted.host(), String.valueOf(promoted.port()));
			GatedSource source = new GatedSource("failed open");
			List<CompletableFuture<@Nullable String>> calls = IntStream.range(0, 10)
				.mapToObj((i) -> app.getLater(key, source))
				.toList();
			AppInstance.until(() -> app.events().count("coalesced") == 9);
			source.open();
			assertThat(calls)
				.allSatisfy((call) -> assertThat(call).succeedsWithin(Duration.ofSeconds(20)).isEqualTo("failed open"));
			assertThat(source.reads()).isOne();
			assertThat(server.call("EXISTS", "stampede:" + AppInstance.CACHE + "::" + key)).isEqualTo(0L);
			writesThrow(app.operations(), key);
			server.call("REPLICAOF", "NO", "ONE");
			AppInstance.until(() -> "after".equals(app.get(key, () -> "after"))
					&& "after".equals(app.get(key, () -> "not stored")));
			app.operations().clear(AppInstance.CACHE);
			assertThat(app.get(key, () -> "cleared")).isEqualTo("cleared");
			assertThat(server.call("EXISTS", "lock:{stampede:" + AppInstance.CACHE + "::" + key + "}")).isEqualTo(0L);
		}
	}

	private static void writesThrow(StampedeOperations operations, String key) {
		assertThatExceptionOfType(StampedeStoreException.class)
			.isThrownBy(() -> operations.evict(AppInstance.CACHE, key));
		assertThatExceptionOfType(StampedeStoreException.class)
			.isThrownBy(() -> operations.put(AppInstance.CACHE, key, "put"));
		assertThatExceptionOfType(StampedeStoreException.class).isThrownBy(() -> operations.clear(AppInstance.CACHE));
	}

}
