package dev.stampede.redis;

import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import dev.stampede.Entry;
import dev.stampede.StampedeListener;

/**
 * Reads entries from the bytes of a hit. Bytes of another format are a miss that is
 * counted and warned of once: a rolling deploy never breaks callers.
 */
final class EntryReader {

	private static final Log logger = LogFactory.getLog(EntryReader.class);

	private final EntryFormat format;

	private final StampedeListener listener;

	private final AtomicBoolean warned = new AtomicBoolean();

	EntryReader(EntryFormat format, StampedeListener listener) {
		this.format = format;
		this.listener = listener;
	}

	Entry read(String cacheName, byte[] bytes) {
		if (bytes.length == 0) {
			return Entry.ABSENT;
		}
		Entry entry = this.format.read(bytes);
		if (entry != null) {
			return entry;
		}
		this.listener.decodeFailed(cacheName);
		if (this.warned.compareAndSet(false, true)) {
			logger.warn("A key of the cache '" + cacheName + "' holds something that is no entry of this version; it "
					+ "counts as a miss and is refilled. Logged once");
		}
		return Entry.ABSENT;
	}

}
