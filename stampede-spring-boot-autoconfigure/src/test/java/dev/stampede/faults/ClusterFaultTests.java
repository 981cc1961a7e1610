package dev.stampede.faults;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import dev.stampede.StampedeStoreException;
import dev.stampede.key.EntryKey;
import dev.stampede.store.Acquisition;
import dev.stampede.store.StoreCommand;
import dev.stampede.testing.InjectedFault;
import dev.stampede.testing.Injects;
import dev.stampede.testing.RedisCluster;
import dev.stampede.testing.RedisDriverKind;
import dev.stampede.testing.RedisRights;
import dev.stampede.testing.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What a cluster of three masters can do to a protected call.
 */
class ClusterFaultTests {

	private static final int RANDOM_KEYS = 10_000;

	private static final List<String> KEYS = List.of("42", "a{b}c", "{b}", "{}x", "x{}", "a}b", "}{", "}", "a}b{c",
			"a}b{c}d", "a{b", "{", "a{{b}}c", "a{}{b}", "a{b}{c}", "Größe:ü", "日本{語}語", "日本}語", "\u0000ÿ\u0080",
			"¬í\u0000\u0005t\u0000\u0003{a}", " \r\n", "");

	@SuppressWarnings("NullAway.Init")
	private static RedisCluster cluster;

	@BeforeAll
	static void start() {
		cluster = RedisCluster.start(3);
	}

	@AfterAll
	static void stop() {
		cluster.close();
	}

	@ParameterizedTest
	@EnumSource
	@Injects(InjectedFault.KEYS_WITH_BRACES)
	void keysOfOneCallAreInOneSlotAndNeverMixedUp(RedisDriverKind driver) {
		try (AppInstance app = start(driver)) {
			for (String key : KEYS) {
				assertThat(app.get(key, () -> "value of " + key)).isEqualTo("value of " + key);
			}
			for (String key : KEYS) {
				assertThat(app.get(key, () -> "read again")).isEqualTo("value of " + key);
			}
			assertThat(app.events().count("released.FILLED")).isEqualTo(KEYS.size());
			assertThat(app.events().count("requested.HIT")).isEqualTo(KEYS.size());
			app.operations().clear(AppInstance.CACHE);
			assertThat(keysLeft()).isEmpty();
		}
	}

	@ParameterizedTest
	@EnumSource
	@Injects(InjectedFault.KEYS_WITH_BRACES)
	void randomKeysNeverCrossSlotsAndHaveLocksOfTheirOwn(RedisDriverKind driver) {
		Set<String> keys = randomKeys();
		try (AppInstance app = start(driver)) {
			List<CompletableFuture<Acquisition>> won = keys.stream()
				.map((key) -> app.store()
					.executeAsync(new StoreCommand.Acquire(EntryKey.of(AppInstance.CACHE, key), "a:" + key.hashCode(),
							Duration.ofMinutes(5), 0))
					.toCompletableFuture())
				.toList();
			assertThat(won).allSatisfy((reply) -> assertThat(reply).succeedsWithin(Duration.ofSeconds(60))
				.returns(Acquisition.Outcome.WON, Acquisition::outcome));
			assertThat(keysLeft()).hasSize(keys.size());
			app.operations().clear(AppInstance.CACHE);
			assertThat(keysLeft()).isEmpty();
		}
	}

	@ParameterizedTest
	@EnumSource
	@Injects(InjectedFault.SCRIPTS_FLUSHED)
	void callsWorkThoughEveryNodeForgetsTheScripts(RedisDriverKind driver) {
		try (AppInstance app = start(driver)) {
			for (int i = 0; i < 6; i++) {
				String key = "flushed-" + driver + i;
				cluster.callAll("SCRIPT", "FLUSH");
				assertThat(app.get(key, () -> {
					cluster.callAll("SCRIPT", "FLUSH");
					return "value";
				})).isEqualTo("value");
				cluster.callAll("SCRIPT", "FLUSH");
				assertThat(app.operations()
					.getAsync(AppInstance.CACHE, key + "async", String.class,
							() -> CompletableFuture.completedFuture("value")))
					.succeedsWithin(Duration.ofSeconds(10));
				cluster.callAll("SCRIPT", "FLUSH");
				app.operations().evict(AppInstance.CACHE, key);
			}
			assertThat(app.events().count("released.FILLED")).isEqualTo(12);
			assertThat(app.store().state().up()).isTrue();
			app.operations().clear(AppInstance.CACHE);
		}
	}

	@ParameterizedTest
	@EnumSource
	@Injects(InjectedFault.SLOT_MOVED)
	void fillReachesTheNodeThatTheSlotMovedTo(RedisDriverKind driver) throws Exception {
		try (AppInstance app = start(driver); AppInstance other = start(driver)) {
			String key = "moved-" + UUID.randomUUID();
			GatedSource source = new GatedSource("value");
			CompletableFuture<@Nullable String> call = app.getLater(key, source);
			source.awaitRead();
			move(entry(key));
			CompletableFuture<@Nullable String> loser = other.getLater(key, source);
			source.open();
			assertThat(call).succeedsWithin(Duration.ofSeconds(20)).isEqualTo("value");
			assertThat(loser).succeedsWithin(Duration.ofSeconds(20)).isEqualTo("value");
			assertThat(app.events().count("released.FILLED")).isOne();
			assertThat(source.reads()).isOne();
			assertThat(keysLeft()).containsExactly(entry(key));
			other.operations().evict(AppInstance.CACHE, key);
			assertThat(keysLeft()).isEmpty();
		}
	}

	@ParameterizedTest
	@EnumSource
	@Injects(InjectedFault.SLOT_MOVED)
	void lockOfAFailedReadIsGivenBackOnTheNodeThatTheSlotMovedTo(RedisDriverKind driver) throws Exception {
		try (AppInstance app = start(driver)) {
			String key = "moved-" + UUID.randomUUID();
			GatedSource source = new GatedSource("");
			CompletableFuture<@Nullable String> call = app.getLater(key, () -> {
				source.call();
				throw new IllegalStateException("broken source");
			});
			source.awaitRead();
			move(entry(key));
			source.open();
			assertThat(call).failsWithin(Duration.ofSeconds(20));
			assertThat(app.events().count("released.RELEASED")).isOne();
			assertThat(keysLeft()).isEmpty();
		}
	}

	@ParameterizedTest
	@EnumSource
	@Injects(InjectedFault.SLOT_MOVED)
	void callersOfOneInstanceShareOneReadWhileTheSlotIsMoving(RedisDriverKind driver) throws Exception {
		try (AppInstance app = start(driver)) {
			String key = "moving-" + UUID.randomUUID();
			int slot = cluster.slot(entry(key));
			RedisServer from = cluster.owner(entry(key));
			cluster.beginMove(slot, from, next(from));
			try {
				GatedSource source = new GatedSource("value");
				List<CompletableFuture<@Nullable String>> calls = IntStream.range(0, 10)
					.mapToObj((i) -> app.getLater(key, source))
					.toList();
				AppInstance.until(() -> app.events().count("coalesced") == 9);
				source.open();
				assertThat(calls)
					.allSatisfy((call) -> assertThat(call).succeedsWithin(Duration.ofSeconds(20)).isEqualTo("value"));
				assertThat(source.reads()).isOne();
				assertThat(app.store().state().up()).isTrue();
				AppInstance.until(() -> keysLeft().isEmpty());
			}
			finally {
				cluster.cancelMove(slot);
			}
			assertThat(app.get(key, () -> "stored")).isEqualTo("stored");
			assertThat(app.get(key, () -> "not read")).isEqualTo("stored");
			app.operations().evict(AppInstance.CACHE, key);
		}
	}

	@ParameterizedTest
	@EnumSource
	void uncacheableKeyIsMarkedWhileTheSlotIsMoving(RedisDriverKind driver) {
		try (AppInstance app = start(driver)) {
			String name = "marked-" + UUID.randomUUID();
			EntryKey key = EntryKey.of(AppInstance.CACHE, name);
			int slot = cluster.slot(entry(name));
			RedisServer from = cluster.owner(entry(name));
			cluster.beginMove(slot, from, next(from));
			try {
				assertThat(acquire(app, key, "a:1")).isEqualTo(Acquisition.Outcome.WON);
				StoreCommand.Discard discard = new StoreCommand.Discard(key, "a:1", false, Duration.ofSeconds(30));
				assertThat(app.store().execute(discard)).isTrue();
				assertThat(acquire(app, key, "a:2")).isEqualTo(Acquisition.Outcome.PASSING);
				app.operations().evict(AppInstance.CACHE, name);
				assertThat(acquire(app, key, "a:3")).isEqualTo(Acquisition.Outcome.WON);
				assertThat(app.store().execute(new StoreCommand.Release(key, "a:3"))).isTrue();
			}
			finally {
				cluster.cancelMove(slot);
			}
		}
	}

	private static Acquisition.Outcome acquire(AppInstance app, EntryKey key, String token) {
		return app.store().execute(new StoreCommand.Acquire(key, token, Duration.ofSeconds(30), 0)).outcome();
	}

	@ParameterizedTest
	@EnumSource
	void documentedRightsSufficeInACluster(RedisDriverKind driver) {
		RedisRights.grant("stampede:", (command) -> cluster.callAll(command));
		RedisClusterConfiguration configuration = RedisDriverKind.configuration(cluster.servers());
		configuration.setUsername(RedisRights.USER);
		configuration.setPassword(RedisRights.PASSWORD);
		try (AppInstance app = start(driver.cluster(configuration)); AppInstance other = start(driver)) {
			app.awaitSubscription();
			for (String key : KEYS) {
				assertThat(app.get(key, () -> "value")).isEqualTo("value");
				assertThat(other.get(key, () -> "read again")).isEqualTo("value");
				other.operations().evict(AppInstance.CACHE, key);
				assertThat(app.get(key, () -> "another")).isEqualTo("another");
			}
			app.operations().clear(AppInstance.CACHE);
			assertThat(keysLeft()).isEmpty();
			assertThat(app.events().count("released.FILLED")).isEqualTo(2 * KEYS.size());
		}
	}

	@ParameterizedTest
	@EnumSource
	@Injects(InjectedFault.CLUSTER_NODE_KILLED)
	void killedNodeFailsOpenForItsOwnSlotsOnly(RedisDriverKind driver) {
		RedisServer dead = cluster.servers().get(1);
		try (AppInstance app = start(driver)) {
			List<String> lost = keysOf(dead).limit(3).toList();
			List<String> safe = keysOf(cluster.servers().get(0)).limit(3).toList();
			Stream.concat(lost.stream(), safe.stream()).forEach((key) -> app.get(key, () -> "before"));
			dead.kill();
			long killed = System.nanoTime();
			for (String key : lost) {
				assertThat(app.get(key, () -> "failed open")).isEqualTo("failed open");
				assertThatExceptionOfType(StampedeStoreException.class)
					.isThrownBy(() -> app.operations().evict(AppInstance.CACHE, key));
			}
			assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(Duration.ofSeconds(20));
			assertThat(app.store().state().up()).isFalse();
			for (String key : safe) {
				assertThat(app.get(key, () -> "read again")).isEqualTo("before");
				app.operations().evict(AppInstance.CACHE, key);
				assertThat(app.get(key, () -> "after")).isEqualTo("after");
				assertThat(app.get(key, () -> "read again")).isEqualTo("after");
			}
			dead.restart();
			AppInstance.until(() -> {
				lost.forEach((key) -> app.get(key, () -> "stored"));
				return app.store().state().up();
			});
			for (String key : lost) {
				assertThat(app.get(key, () -> "stored")).isEqualTo("stored");
				assertThat(app.get(key, () -> "not stored")).isEqualTo("stored");
			}
			assertThat(app.store().state().up()).isTrue();
			AppInstance.until(() -> clears(app));
		}
	}

	private static boolean clears(AppInstance app) {
		try {
			app.operations().clear(AppInstance.CACHE);
			return keysLeft().isEmpty();
		}
		catch (StampedeStoreException ex) {
			return false;
		}
	}

	private static AppInstance start(RedisDriverKind driver) {
		return start(driver.cluster(RedisDriverKind.configuration(cluster.servers())));
	}

	private static AppInstance start(RedisConnectionFactory connections) {
		return AppInstance.on(connections, (store) -> store.timeout(Duration.ofSeconds(3)));
	}

	private static void move(String entry) {
		int slot = cluster.slot(entry);
		RedisServer from = cluster.owner(entry);
		cluster.beginMove(slot, from, next(from));
		cluster.endMove(slot, from, next(from));
	}

	private static RedisServer next(RedisServer server) {
		List<RedisServer> servers = cluster.servers();
		return servers.get((servers.indexOf(server) + 1) % servers.size());
	}

	private static Stream<String> keysOf(RedisServer server) {
		return IntStream.iterate(0, (i) -> i + 1)
			.mapToObj((i) -> "key-" + i)
			.filter((key) -> cluster.owner(entry(key)) == server);
	}

	private static String entry(String key) {
		return "stampede:" + AppInstance.CACHE + "::" + key;
	}

	private static List<String> keysLeft() {
		return cluster.servers()
			.stream()
			.flatMap((server) -> ((List<?>) allKeys(server)).stream())
			.map(String::valueOf)
			.toList();
	}

	private static Object allKeys(RedisServer server) {
		Object keys = server.call("KEYS", "*");
		return (keys != null) ? keys : List.of();
	}

	private static Set<String> randomKeys() {
		Random random = new Random(7);
		String alphabet = "{}{}{}ab\u0000\u0080ÿü語:%,()\r\n";
		Set<String> keys = new HashSet<>();
		while (keys.size() < RANDOM_KEYS) {
			StringBuilder key = new StringBuilder();
			for (int length = random.nextInt(12); key.length() < length;) {
				key.append(alphabet.charAt(random.nextInt(alphabet.length())));
			}
			keys.add(key.toString());
		}
		return keys;
	}

}
