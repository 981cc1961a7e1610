package dev.stampede.key;

import java.util.List;

import org.springframework.core.ResolvableType;
import org.springframework.util.Assert;

/**
 * Identity of an entry: the cache's name and the rendered key. One value renders as its
 * plain text ({@code sets::EMS0}); tuples, arrays, collections and records render by
 * content as {@code (a,b)}. Keys that differ in content never render alike.
 *
 * @param cacheName the name of the cache
 * @param key the rendered key
 * @since 0.1.0
 */
public record EntryKey(String cacheName, String key) {

	private static final List<String> RESERVED = List.of("lock:", "wait:", "stale:");

	/**
	 * Renders a key. Accepted are types with value semantics: text, numbers, booleans,
	 * enums, UUIDs, dates and times, currencies, locales, URIs and other values of the
	 * JDK, pages, sorts and ranges of Spring Data, and arrays, collections, maps,
	 * optionals and records of them.
	 * @param cacheName the name of the cache
	 * @param key the key; an {@code Object[]} is a tuple
	 * @return the identity of the entry
	 * @throws IllegalArgumentException if the name is not legal, or the key, or a part of
	 * it, has no value semantics; the message says what to use instead
	 */
	public static EntryKey of(String cacheName, Object key) {
		Assert.notNull(key, "The key must not be null: call the source yourself where there is nothing to look up");
		return new EntryKey(requireLegal(cacheName), KeyRenderer.render(key));
	}

	/**
	 * Renders a key of a cache whose name was checked before.
	 * @param cacheName the name of the cache, as {@link #requireLegal} accepts it
	 * @param key the key, as for {@link #of}
	 * @return the identity of the entry
	 * @throws IllegalArgumentException if the key, or a part of it, has no value
	 * semantics; the message says what to use instead
	 */
	public static EntryKey ofLegalName(String cacheName, Object key) {
		return new EntryKey(cacheName, KeyRenderer.render(key));
	}

	/**
	 * Checks the name of a cache: it must not be empty, contain {@code ::}, end in
	 * {@code :}, or begin with {@code lock:}, {@code wait:} or {@code stale:}.
	 * @param cacheName the name
	 * @return the name
	 * @throws IllegalArgumentException if it is not legal; the message says what is wrong
	 */
	public static String requireLegal(String cacheName) {
		if (cacheName.isBlank()) {
			throw new IllegalArgumentException("The name of a cache must not be empty");
		}
		if (cacheName.contains("::") || cacheName.endsWith(":")) {
			throw new IllegalArgumentException("Cache name '" + cacheName + "' must not contain '::' or end in ':', "
					+ "which separate it from the key in Redis");
		}
		for (String reserved : RESERVED) {
			if (cacheName.startsWith(reserved)) {
				throw new IllegalArgumentException("Cache name '" + cacheName + "' must not begin with '" + reserved
						+ "', as names of other keys in Redis do");
			}
		}
		return cacheName;
	}

	/**
	 * Returns whether arguments of a declared type can be keys as they are.
	 * @param type the declared type
	 * @return false if the type does not say what the argument is, so that a key must be
	 * named
	 */
	public static boolean isKeyType(ResolvableType type) {
		return ValueTypes.isClosed(type);
	}

	/**
	 * Returns whether arguments of a declared type can be keys at all.
	 * @param type the declared type
	 * @return false if {@link #of} accepts no value of the type
	 */
	public static boolean isPossibleKeyType(ResolvableType type) {
		return ValueTypes.isPossible(type);
	}

	@Override
	public String toString() {
		return this.cacheName + "::" + this.key;
	}

}
