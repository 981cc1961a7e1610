package dev.stampede.store;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

import dev.stampede.key.EntryKey;

/**
 * Values by key that are gone once a clock has reached their end. Not safe for use by
 * several threads.
 *
 * @param <V> the type of the values
 */
final class ExpiringMap<V> {

	private final Map<EntryKey, Expiring<V>> values = new HashMap<>();

	private final LongSupplier clock;

	ExpiringMap(LongSupplier clock) {
		this.clock = clock;
	}

	@Nullable V get(EntryKey key) {
		Expiring<V> value = living(key);
		return (value != null) ? value.value : null;
	}

	/**
	 * Returns when a value ends.
	 * @param key its key
	 * @return what the clock will say; what it says now if there is none
	 */
	long ends(EntryKey key) {
		Expiring<V> value = living(key);
		return (value != null) ? value.ends : this.clock.getAsLong();
	}

	void put(EntryKey key, V value, long ends) {
		this.values.put(key, new Expiring<>(value, ends));
	}

	boolean remove(EntryKey key) {
		return living(key) != null && this.values.remove(key) != null;
	}

	long removeAll(String cacheName) {
		return keys().stream().filter((key) -> key.cacheName().equals(cacheName) && remove(key)).count();
	}

	void clear() {
		this.values.clear();
	}

	boolean isEmpty() {
		return keys().stream().allMatch((key) -> get(key) == null);
	}

	private List<EntryKey> keys() {
		return List.copyOf(this.values.keySet());
	}

	private @Nullable Expiring<V> living(EntryKey key) {
		Expiring<V> value = this.values.get(key);
		if (value != null && value.ends - this.clock.getAsLong() <= 0) {
			this.values.remove(key);
			return null;
		}
		return value;
	}

	private record Expiring<V>(V value, long ends) {

	}

}
