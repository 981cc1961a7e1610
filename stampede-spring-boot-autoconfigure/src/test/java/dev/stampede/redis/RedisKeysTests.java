package dev.stampede.redis;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.connection.ClusterSlotHashUtil;

import dev.stampede.key.EntryKey;
import dev.stampede.testing.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;

class RedisKeysTests {

	private static final int RANDOM_KEYS = 10_000;

	@SuppressWarnings("NullAway.Init")
	private static RedisServer server;

	@SuppressWarnings("NullAway.Init")
	private static RedisClient client;

	@SuppressWarnings("NullAway.Init")
	private static StatefulRedisConnection<byte[], byte[]> connection;

	private final RedisKeys keys = new RedisKeys("stampede:", (cacheName) -> false);

	@BeforeAll
	static void start() {
		server = RedisServer.start("--cluster-enabled", "yes");
		client = RedisClient.create(RedisURI.create(server.host(), server.port()));
		connection = client.connect(ByteArrayCodec.INSTANCE);
	}

	@AfterAll
	static void stop() {
		client.shutdown();
		server.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "42", "a{b}c", "{b}", "{}x", "x{}", "a}b", "}{", "}", "a}b{c", "a}b{c}d", "a{b", "{",
			"a{{b}}c", "a{}{b}", "a{b}{c}", "Größe:ü", "日本{語}語", "日本}語", " \r\n", "a::b", "}::{" })
	void lockAndMarkAreInTheSlotOfTheEntry(String key) {
		for (String prefix : new String[] { "stampede:", "", "{app}:", "}:" }) {
			RedisKeys prefixed = new RedisKeys(prefix, (cacheName) -> false);
			String entry = prefixed.name(new EntryKey("sets", key));
			assertThat(slot(prefixed.lock(entry))).as(prefixed.lock(entry)).isEqualTo(slot(entry));
			assertThat(slot(prefixed.waiters(entry))).isEqualTo(slot(entry));
			assertThat(RedisKeys.nameOf(RedisKeys.LOCK, prefixed.lock(entry))).isEqualTo(entry);
			assertThat(RedisKeys.nameOf(RedisKeys.WAIT, prefixed.waiters(entry))).isEqualTo(entry);
			String copy = new RedisKeys(prefix, "sets"::equals).entry(new EntryKey("sets", key));
			assertThat(slot(copy)).isEqualTo(slot(entry));
			assertThat(RedisKeys.nameOf(RedisKeys.COPY, copy)).isEqualTo(entry);
			assertThat(prefixed.identify(entry)).isEqualTo(new EntryKey("sets", key));
		}
	}

	@Test
	void tagPutsAnyBytesIntoTheSlotOfTheKey() {
		SlotTags tags = new SlotTags();
		Random random = new Random(7);
		byte[] alphabet = { '{', '}', 'a', (byte) 0xff, 0, '{', '}', (byte) 0xc3 };
		for (int i = 0; i < RANDOM_KEYS; i++) {
			byte[] key = new byte[random.nextInt(12)];
			for (int at = 0; at < key.length; at++) {
				key[at] = alphabet[random.nextInt(alphabet.length)];
			}
			byte[] tag = tags.tagFor(key);
			assertThat(tag).doesNotContain('}');
			long slot = slot(key);
			assertThat(ClusterSlotHashUtil.calculateSlot(key)).isEqualTo((int) slot);
			assertThat(slot(companion(tag, key))).isEqualTo(slot);
		}
	}

	@Test
	void tagsAreTheSameInWhicheverOrderThreadsAskForThem() throws InterruptedException {
		List<byte[]> keys = IntStream.range(0, 200)
			.mapToObj((i) -> ("}" + i).getBytes(StandardCharsets.UTF_8))
			.toList();
		SlotTags alone = new SlotTags();
		List<String> expected = keys.stream().map((key) -> text(alone.tagFor(key))).toList();
		SlotTags shared = new SlotTags();
		Map<Integer, Set<String>> seen = new ConcurrentHashMap<>();
		List<Thread> threads = IntStream.range(0, 4).mapToObj((seed) -> new Thread(() -> {
			List<Integer> order = new ArrayList<>(IntStream.range(0, keys.size()).boxed().toList());
			Collections.shuffle(order, new Random(seed));
			order.forEach((index) -> seen.computeIfAbsent(index, (any) -> ConcurrentHashMap.newKeySet())
				.add(text(shared.tagFor(keys.get(index)))));
		})).toList();
		threads.forEach(Thread::start);
		for (Thread thread : threads) {
			thread.join();
		}
		assertThat(seen).hasSize(keys.size())
			.allSatisfy((index, tags) -> assertThat(tags).containsExactly(expected.get(index)));
	}

	private static String text(byte[] bytes) {
		return new String(bytes, StandardCharsets.UTF_8);
	}

	@Test
	void plainKeysHavePlainLocks() {
		String entry = this.keys.entry(new EntryKey("sets", "EMS0"));
		assertThat(entry).isEqualTo("stampede:sets::EMS0");
		assertThat(this.keys.lock(entry)).isEqualTo("lock:{stampede:sets::EMS0}");
		assertThat(this.keys.waiters(entry)).isEqualTo("wait:{stampede:sets::EMS0}");
	}

	@Test
	void copiesOfForeignEntriesHaveKeysOfTheirOwn() {
		RedisKeys foreign = new RedisKeys("stampede:", "prices"::equals);
		EntryKey key = new EntryKey("prices", "a");
		assertThat(foreign.entry(key)).isEqualTo("stale:{stampede:prices::a}");
		assertThat(foreign.name(key)).isEqualTo("stampede:prices::a");
		assertThat(foreign.entry(new EntryKey("sets", "a"))).isEqualTo("stampede:sets::a");
	}

	@Test
	void keysThatShareATagHaveLocksOfTheirOwn() {
		assertThat(this.keys.lock(this.keys.entry(new EntryKey("sets", "{a}1"))))
			.isEqualTo("lock:{a}:stampede:sets::{a}1")
			.isNotEqualTo(this.keys.lock(this.keys.entry(new EntryKey("sets", "{a}2"))));
	}

	@Test
	void foreignKeysAreNotIdentified() {
		assertThat(this.keys.identify("other:sets::a")).isNull();
		assertThat(this.keys.identify("stampede:messages")).isNull();
		assertThat(RedisKeys.nameOf(RedisKeys.LOCK, "lock:{a")).isEmpty();
		assertThat(RedisKeys.nameOf(RedisKeys.LOCK, "lock:{a}b")).isEmpty();
		assertThat(RedisKeys.nameOf(RedisKeys.LOCK, "else:{stampede:sets::a}")).isEmpty();
	}

	private static byte[] companion(byte[] tag, byte[] key) {
		ByteArrayOutputStream companion = new ByteArrayOutputStream();
		companion.writeBytes("lock:{".getBytes(StandardCharsets.UTF_8));
		companion.writeBytes(tag);
		companion.writeBytes("}:".getBytes(StandardCharsets.UTF_8));
		companion.writeBytes(key);
		return companion.toByteArray();
	}

	private static long slot(String key) {
		return slot(key.getBytes(StandardCharsets.UTF_8));
	}

	private static long slot(byte[] key) {
		return connection.sync().clusterKeyslot(key);
	}

}
