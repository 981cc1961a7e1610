package dev.stampede.engine;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import dev.stampede.key.EntryKey;
import dev.stampede.store.Filling;
import dev.stampede.store.ValueCodec;

/**
 * The place of an entry that is about to be read or written. It takes the value only if
 * no write to the key came between. Confined to one call.
 */
final class NearPlace {

	private final NearCache cache;

	private final EntryKey key;

	private final NearEntry placeholder;

	private final long reserved;

	private final long nearTtl;

	NearPlace(NearCache cache, EntryKey key, long now, Duration nearTtl) {
		this.cache = cache;
		this.key = key;
		this.reserved = now;
		this.nearTtl = nearTtl.toNanos();
		this.placeholder = cache.reserve(key);
	}

	/**
	 * Takes a value that was read.
	 * @param codec the codec of the reader
	 * @param value the value
	 * @param freshUntil the ticker's value at which the entry in the store ends
	 * @return whether it is kept
	 */
	boolean take(ValueCodec<?> codec, @Nullable Object value, long freshUntil) {
		long latest = this.reserved + this.nearTtl;
		long until = (freshUntil - latest < 0) ? freshUntil : latest;
		return this.cache.replace(this.key, this.placeholder, this.placeholder.filled(until, codec, value));
	}

	/**
	 * Takes what was written, as others will read it.
	 * @param codec the codec of the writer
	 * @param written what was written after the place was reserved
	 * @return whether it is kept
	 */
	boolean take(ValueCodec<?> codec, Filling written) {
		try {
			Object value = written.nullValue() ? null : codec.decode(written.payload());
			return take(codec, value, this.reserved + written.ttl().toNanos());
		}
		catch (RuntimeException ex) {
			return false; // the next reader reports it
		}
	}

	void giveUp() {
		this.cache.giveUp(this.key, this.placeholder);
	}

}
