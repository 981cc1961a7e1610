package dev.stampede.engine;

import java.time.Duration;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import dev.stampede.event.StampedeListener.Request;
import dev.stampede.key.EntryKey;
import dev.stampede.store.Filling;
import dev.stampede.store.ValueCodec;

/**
 * Near cache (L1) of one cache in this JVM. A new generation invalidates all entries at
 * once, those included that are on their way. Safe for use by several threads.
 */
final class NearCache {

	private final ConcurrentMap<EntryKey, Entry> entries;

	private final Consumer<Request> requests;

	private final AtomicLong generation = new AtomicLong();

	NearCache(ConcurrentMap<EntryKey, Entry> entries, Consumer<Request> requests) {
		this.entries = entries;
		this.requests = requests;
	}

	@Nullable Entry find(EntryKey key, ValueCodec<?> codec) {
		Entry entry = this.entries.get(key);
		return (entry != null && entry.isOf(this.generation.get(), codec)) ? entry : null;
	}

	void served() {
		this.requests.accept(Request.NEAR_HIT);
	}

	/**
	 * Sets a placeholder.
	 * @param key the key
	 * @return the placeholder, which any write to the key takes away
	 */
	Entry reserve(EntryKey key) {
		Entry placeholder = Entry.placeholder(this.generation.get());
		this.entries.put(key, placeholder);
		return placeholder;
	}

	boolean replace(EntryKey key, Entry placeholder, Entry filled) {
		return this.entries.replace(key, placeholder, filled);
	}

	void giveUp(EntryKey key, Entry placeholder) {
		this.entries.remove(key, placeholder);
	}

	void drop(EntryKey key) {
		this.entries.remove(key);
	}

	void dropAll() {
		this.generation.incrementAndGet();
		this.entries.clear();
	}

	/**
	 * Entry: a value, or the placeholder of one that is on its way. Compared by identity.
	 */
	static final class Entry {

		private final long generation;

		private final long until;

		private final @Nullable ValueCodec<?> codec;

		private final @Nullable Object value;

		private Entry(long generation, long until, @Nullable ValueCodec<?> codec, @Nullable Object value) {
			this.generation = generation;
			this.until = until;
			this.codec = codec;
			this.value = value;
		}

		static Entry placeholder(long generation) {
			return new Entry(generation, 0, null, null);
		}

		Entry filled(long until, ValueCodec<?> codec, @Nullable Object value) {
			return new Entry(this.generation, until, codec, value);
		}

		/**
		 * Returns whether this is a fresh value of the caller's type.
		 * @param generation the generation that is not void
		 * @param codec the caller's codec, which tells its type
		 * @return false for a placeholder too
		 */
		boolean isOf(long generation, ValueCodec<?> codec) {
			return this.codec != null && this.generation == generation && this.codec.equals(codec);
		}

		boolean isFresh(long now) {
			return this.until - now > 0;
		}

		@Nullable Object value() {
			return this.value;
		}

	}

	/**
	 * Reservation for an entry that is about to be read or written. It takes the value
	 * only if no write to the key came between. Confined to one call.
	 */
	static final class Reservation {

		private final NearCache cache;

		private final EntryKey key;

		private final Entry placeholder;

		private final long reserved;

		private final long nearTtl;

		Reservation(NearCache cache, EntryKey key, long now, Duration nearTtl) {
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

}
