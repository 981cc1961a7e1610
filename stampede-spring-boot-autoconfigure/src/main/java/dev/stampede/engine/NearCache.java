package dev.stampede.engine;

import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import dev.stampede.event.StampedeListener.Request;
import dev.stampede.key.EntryKey;
import dev.stampede.store.ValueCodec;

/**
 * The near entries of one cache in this JVM. All of them fall at once by a new
 * generation, so that none that is on its way slips through. Safe for use by several
 * threads.
 */
final class NearCache {

	private final ConcurrentMap<EntryKey, NearEntry> entries;

	private final Consumer<Request> requests;

	private final AtomicLong generation = new AtomicLong();

	NearCache(ConcurrentMap<EntryKey, NearEntry> entries, Consumer<Request> requests) {
		this.entries = entries;
		this.requests = requests;
	}

	@Nullable NearEntry find(EntryKey key, ValueCodec<?> codec) {
		NearEntry entry = this.entries.get(key);
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
	NearEntry reserve(EntryKey key) {
		NearEntry placeholder = NearEntry.placeholder(this.generation.get());
		this.entries.put(key, placeholder);
		return placeholder;
	}

	boolean replace(EntryKey key, NearEntry placeholder, NearEntry filled) {
		return this.entries.replace(key, placeholder, filled);
	}

	void giveUp(EntryKey key, NearEntry placeholder) {
		this.entries.remove(key, placeholder);
	}

	void drop(EntryKey key) {
		this.entries.remove(key);
	}

	void dropAll() {
		this.generation.incrementAndGet();
		this.entries.clear();
	}

}
