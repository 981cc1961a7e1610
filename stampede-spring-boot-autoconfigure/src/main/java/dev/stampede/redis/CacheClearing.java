package dev.stampede.redis;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisClusterNode;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.core.Cursor;
import org.springframework.data.redis.core.ScanOptions;

/**
 * Clears a cache: on every master first all locks and waiters' marks, so that no
 * regeneration that runs can store anything, then all entries.
 */
final class CacheClearing {

	private static final int BATCH = 500;

	private final RedisDriver driver;

	private static final Companions LOCKS_AND_MARKS = new Companions("[lw][oa][ci][kt]:{",
			List.of(RedisKeys.LOCK, RedisKeys.WAIT));

	private static final Companions COPIES = new Companions(RedisKeys.COPY, List.of(RedisKeys.COPY));

	private final RedisKeys keys;

	private final Messages messages;

	CacheClearing(RedisDriver driver, RedisKeys keys, Messages messages) {
		this.driver = driver;
		this.keys = keys;
		this.messages = messages;
	}

	/**
	 * Clears a cache and tells the other instances.
	 * @param cacheName the cache
	 * @return the number of entries deleted
	 */
	long clear(String cacheName) {
		this.driver.connect();
		String beginning = this.keys.cache(cacheName);
		try (RedisConnection connection = this.driver.connectionFactory().getConnection()) {
			// a replica would show nothing to clear, and refuses this
			unlink(connection, new ArrayList<>(List.of(this.keys.lock(beginning).getBytes(StandardCharsets.UTF_8))));
			unlinkCompanions(connection, LOCKS_AND_MARKS, beginning);
			long entries = this.keys.isCopied(cacheName) ? unlinkCompanions(connection, COPIES, beginning)
					: unlink(connection, escape(beginning) + "*", (key) -> key.startsWith(beginning));
			tell(connection, cacheName);
			return entries;
		}
	}

	// one walk through all keys; what lies between role and name is told apart here
	private static long unlinkCompanions(RedisConnection connection, Companions companions, String beginning) {
		return unlink(connection, companions.pattern() + "*" + escape(beginning) + "*",
				(key) -> companions.roles()
					.stream()
					.anyMatch((role) -> RedisKeys.nameOf(role, key).startsWith(beginning)));
	}

	private static long unlink(RedisConnection connection, String pattern, Predicate<String> filter) {
		ScanOptions options = ScanOptions.scanOptions().match(pattern).count(1000).build();
		if (!(connection instanceof RedisClusterConnection cluster)) {
			return unlink(connection, connection.keyCommands().scan(options), filter);
		}
		long count = 0;
		for (RedisClusterNode node : cluster.clusterGetNodes()) {
			if (node.isMaster() && node.getSlotRange().getSlots().size() > 0) {
				count += unlink(connection, cluster.scan(node, options), filter);
			}
		}
		return count;
	}

	private static long unlink(RedisConnection connection, Cursor<byte[]> found, Predicate<String> filter) {
		long count = 0;
		List<byte[]> batch = new ArrayList<>();
		try (found) {
			while (found.hasNext()) {
				byte[] key = found.next();
				if (filter.test(new String(key, StandardCharsets.UTF_8))) {
					batch.add(key);
				}
				if (batch.size() == BATCH) {
					count += unlink(connection, batch);
				}
			}
		}
		return count + unlink(connection, batch);
	}

	private static long unlink(RedisConnection connection, List<byte[]> batch) {
		if (batch.isEmpty()) {
			return 0;
		}
		Long count = connection.keyCommands().unlink(batch.toArray(byte[][]::new));
		batch.clear();
		if (count == null) {
			throw new IllegalStateException("Redis did not reply: the connection queues commands");
		}
		return count;
	}

	// A denied channel takes nothing back: messages only shorten waits.
	private void tell(RedisConnection connection, String cacheName) {
		try {
			connection.publish(this.messages.channel(), this.messages.cleared(cacheName));
		}
		catch (DataAccessException ex) {
			if (Fault.of(ex) != Fault.REFUSED) {
				throw ex;
			}
		}
	}

	private static String escape(String text) {
		return text.replaceAll("[\\\\*?\\[\\]]", "\\\\$0");
	}

	/**
	 * Keys that stand beside entries.
	 *
	 * @param pattern what matches the beginnings of all of them
	 * @param roles these beginnings
	 */
	private record Companions(String pattern, List<String> roles) {

	}

}
