package dev.stampede.engine;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

import dev.stampede.event.StampedeListener;
import dev.stampede.key.EntryKey;

/**
 * Near caches of one engine. They serve only while messages of other JVMs are heard, or
 * where it is certain that there are none. When the subscription drops or comes back,
 * every entry is invalidated. Safe for use by several threads.
 */
final class NearCaches {

	private final @Nullable NearStorage storage;

	private final LongSupplier ticker;

	private final StampedeListener events;

	private final ConcurrentMap<String, NearCache> caches = new ConcurrentHashMap<>();

	private volatile boolean serving;

	NearCaches(@Nullable NearStorage storage, LongSupplier ticker, StampedeListener events) {
		this.storage = storage;
		this.ticker = ticker;
		this.events = events;
	}

	/**
	 * Looks for a fresh entry to answer a call with, which is told as a near hit.
	 * @param spec what the caller is
	 * @param key the key
	 * @return the entry, or null if there is none or the cache has no near side
	 */
	NearCache.@Nullable Entry serve(CallSpec<?> spec, EntryKey key) {
		NearCache cache = serving(spec);
		NearCache.Entry entry = (cache != null) ? cache.find(key, spec.codec()) : null;
		if (cache == null || entry == null || !entry.isFresh(this.ticker.getAsLong())) {
			return null;
		}
		cache.served();
		return entry;
	}

	// the cache that a caller may be served from just now
	@Nullable NearCache serving(CallSpec<?> spec) {
		return (spec.policy().nearTtl().isZero() || !this.serving) ? null : of(spec);
	}

	/**
	 * Reserves the place of an entry that is about to be read or written.
	 * @param spec what the caller is
	 * @param key the key
	 * @return the place, or null if nothing is to be kept
	 */
	NearCache.@Nullable Reservation reserve(CallSpec<?> spec, EntryKey key) {
		NearCache cache = serving(spec);
		return (cache != null) ? new NearCache.Reservation(cache, key, this.ticker.getAsLong(), spec.policy().nearTtl())
				: null;
	}

	void drop(EntryKey key) {
		NearCache cache = this.caches.get(key.cacheName());
		if (cache != null) {
			cache.drop(key);
		}
	}

	void dropAll(String cacheName) {
		NearCache cache = this.caches.get(cacheName);
		if (cache != null) {
			cache.dropAll();
		}
	}

	/**
	 * Messages are heard from now on, or no longer.
	 * @param heard whether they are
	 */
	void heard(boolean heard) {
		this.serving = false;
		this.caches.values().forEach(NearCache::dropAll);
		this.serving = heard;
	}

	/**
	 * There will be no messages: entries end by their time alone.
	 */
	void unheard() {
		this.serving = true;
	}

	private NearCache of(CallSpec<?> spec) {
		NearCache cache = this.caches.get(spec.cacheName());
		return (cache != null) ? cache : make(spec.cacheName(), spec.policy().nearMaxEntries());
	}

	private NearCache make(String cacheName, int maxEntries) {
		if (this.storage == null) {
			throw new IllegalStateException("near.ttl is set for the cache '" + cacheName
					+ "', and the engine was built without a near storage: give it one, or set near.ttl to 0");
		}
		NearCache made = new NearCache(this.storage.create(maxEntries), this.events.requests(cacheName));
		NearCache raced = this.caches.putIfAbsent(cacheName, made);
		return (raced != null) ? raced : made;
	}

}
