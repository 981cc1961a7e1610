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
			unlinkCompanions(connection, RedisKeys.LOCK, beginning);
			unlinkCompanions(connection, RedisKeys.WAIT, beginning);
			long entries = this.keys.isCopied(cacheName) ? unlinkCompanions(connection, RedisKeys.COPY, beginning)
					: unlink(connection, escape(beginning) + "*", (key) -> key.startsWith(beginning));
			tell(connection, cacheName);
			return entries;
		}
	}

	private static long unlinkCompanions(RedisConnection connection, String role, String beginning) {
		Predicate<String> ofCache = (companion) -> RedisKeys.nameOf(role, companion).startsWith(beginning);
		String escaped = escape(beginning);
		return unlink(connection, role + escaped + "*", ofCache)
				+ unlink(connection, role + "*}:" + escaped + "*", ofCache);
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

}
