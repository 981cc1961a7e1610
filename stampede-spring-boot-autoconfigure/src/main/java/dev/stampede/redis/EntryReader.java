package dev.stampede.redis;

import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import dev.stampede.event.StampedeListener;
import dev.stampede.key.EntryKey;
import dev.stampede.store.Entry;

/**
 * Reads entries from the bytes of a hit. Bytes of another format are a miss that is
 * counted and warned of once: a rolling deploy never breaks callers.
 */
final class EntryReader {

	private static final Log logger = LogFactory.getLog(EntryReader.class);

	private final RedisClocks clocks;

	private final StampedeListener listener;

	private final AtomicBoolean warned = new AtomicBoolean();

	EntryReader(RedisClocks clocks, StampedeListener listener) {
		this.clocks = clocks;
		this.listener = listener;
	}

	/**
	 * Reads an entry.
	 * @param key the key
	 * @param bytes the bytes in Redis
	 * @return the entry; what cannot be judged here is absent, and judged by the acquire
	 */
	Entry read(EntryKey key, byte[] bytes) {
		RedisClock clock = this.clocks.of(key);
		Entry entry = (bytes.length > 0 && clock.isTold()) ? EntryFormat.read(bytes, clock) : null;
		return (entry != null) ? entry : Entry.ABSENT;
	}

	/**
	 * Reads an entry, and reports one that is none.
	 * @param commands what it was read by
	 * @param key the key
	 * @param bytes the bytes in Redis
	 * @return the entry
	 */
	Entry read(Commands commands, EntryKey key, byte[] bytes) {
		RedisClock clock = this.clocks.of(key);
		if (bytes.length == 0 || !clock.isTold()) {
			return Entry.ABSENT;
		}
		Entry entry = EntryFormat.read(bytes, clock);
		if (entry != null) {
			return entry;
		}
		commands.hand(() -> this.listener.decodeFailed(key.cacheName()));
		if (this.warned.compareAndSet(false, true)) {
			logger.warn(
					"A key of the cache '" + key.cacheName() + "' holds something that is no entry of this version; it "
							+ "counts as a miss and is refilled. Logged once");
		}
		return Entry.ABSENT;
	}

}
