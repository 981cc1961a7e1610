package dev.stampede;

/**
 * The identity of an entry: the cache's name and the rendered key. One value renders as a
 * person expects to find it ({@code sets::EMS0}); tuples, arrays, collections and records
 * render by content as {@code (a,b)}. Keys that differ in content never render alike.
 *
 * @param cacheName the name of the cache
 * @param key the rendered key
 * @since 0.1.0
 */
public record EntryKey(String cacheName, String key) {

	/**
	 * Renders a key. Accepted are types with value semantics: text, numbers, booleans,
	 * enums, UUIDs, dates and times, currencies, locales, URIs, and arrays, collections,
	 * maps, optionals and records of them.
	 * @param cacheName the name of the cache
	 * @param key the key; an {@code Object[]} is a tuple
	 * @return the identity of the entry
	 * @throws IllegalArgumentException if the name is not legal, or the key, or a part of
	 * it, has no value semantics; the message says what to use instead
	 */
	public static EntryKey of(String cacheName, Object key) {
		return new EntryKey(cacheName, KeyRenderer.render(key));
	}

	@Override
	public String toString() {
		return this.cacheName + "::" + this.key;
	}

}
