package dev.stampede.redis;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import dev.stampede.store.Entry;

/**
 * The bytes of an entry: {@code 'S' 'T'}, version, flags, four times in milliseconds of
 * Redis (filled at, fresh until, stale until, stale-if-error until), the milliseconds
 * that the read took, and the payload; big endian. {@code fill.lua} writes them, this
 * class reads them.
 */
final class EntryFormat {

	static final int NULL_VALUE = 1;

	private static final int HEADER = 40;

	private static final int VERSION = 1;

	/** An entry from farther ahead was filled before the clock of Redis was set back. */
	private static final long TOLERANCE_MILLIS = 1000;

	private EntryFormat() {
	}

	/**
	 * Reads an entry.
	 * @param bytes the bytes in Redis
	 * @param clock the clock that it was stamped by
	 * @return the entry as this JVM sees it, or null if the bytes are none of ours
	 */
	static @Nullable Entry read(byte[] bytes, RedisClock clock) {
		if (bytes.length < HEADER || bytes[0] != 'S' || bytes[1] != 'T' || bytes[2] != VERSION) {
			return null;
		}
		ByteBuffer header = ByteBuffer.wrap(bytes, 3, HEADER - 3);
		int flags = header.get();
		long filledAt = header.getLong();
		long freshUntil = header.getLong();
		if (freshUntil <= 0) {
			return null;
		}
		long ends = (filledAt > clock.redisMillis() + TOLERANCE_MILLIS) ? clock.ticker() : clock.tickerAt(freshUntil);
		long staleUntil = clock.tickerAt(header.getLong());
		long staleIfErrorUntil = clock.tickerAt(header.getLong());
		long readNanos = TimeUnit.MILLISECONDS.toNanos(Integer.toUnsignedLong(header.getInt()));
		return new Entry(freshUntil, ends, staleUntil, staleIfErrorUntil, readNanos, (flags & NULL_VALUE) != 0,
				Arrays.copyOfRange(bytes, HEADER, bytes.length));
	}

}
