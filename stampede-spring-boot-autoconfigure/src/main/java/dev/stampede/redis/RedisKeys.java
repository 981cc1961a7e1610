package dev.stampede.redis;

import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.ClusterSlotHashUtil;

import dev.stampede.key.EntryKey;

/**
 * The key layout: an entry is {@code <prefix><cache>::<key>}, its lock
 * {@code lock:{entry}} and its waiters' mark {@code wait:{entry}}; where braces in the
 * entry's key forbid that, {@code lock:{TAG}:entry}. All three are in one cluster slot.
 * Of caches whose entries are kept by another cache, which may use those very keys, ours
 * are copies under {@code stale:{entry}}.
 */
final class RedisKeys {

	static final String LOCK = "lock:{";

	static final String WAIT = "wait:{";

	static final String COPY = "stale:{";

	private static final String SEPARATOR = "::";

	private final String prefix;

	private final Predicate<String> copied;

	private final SlotTags tags = new SlotTags();

	/**
	 * Creates the layout.
	 * @param prefix what keys of entries begin with
	 * @param copied tells by its name whether a cache has its entries elsewhere
	 */
	RedisKeys(String prefix, Predicate<String> copied) {
		this.prefix = prefix;
		this.copied = copied;
	}

	/**
	 * Returns what locks, marks and messages are named after.
	 * @param key the identity
	 * @return the name of the entry
	 */
	String name(EntryKey key) {
		return this.prefix + key.cacheName() + SEPARATOR + key.key();
	}

	String entry(EntryKey key) {
		return entry(key, name(key));
	}

	String entry(EntryKey key, String name) {
		return isCopied(key.cacheName()) ? companion(COPY, name) : name;
	}

	boolean isCopied(String cacheName) {
		return this.copied.test(cacheName);
	}

	int slot(EntryKey key) {
		return ClusterSlotHashUtil.calculateSlot(name(key).getBytes(StandardCharsets.UTF_8));
	}

	String lock(String name) {
		return companion(LOCK, name);
	}

	String waiters(String name) {
		return companion(WAIT, name);
	}

	/**
	 * Returns what the keys of all entries of a cache begin with.
	 * @param cacheName the cache
	 * @return the beginning
	 */
	String cache(String cacheName) {
		return this.prefix + cacheName + SEPARATOR;
	}

	String channel() {
		return this.prefix + "messages";
	}

	/**
	 * Returns the identity behind the name of an entry.
	 * @param name the name
	 * @return the identity, or null if the name is not one of an entry of ours
	 */
	@Nullable EntryKey identify(String name) {
		int separator = name.startsWith(this.prefix) ? name.indexOf(SEPARATOR, this.prefix.length()) : -1;
		if (separator < 0) {
			return null;
		}
		return new EntryKey(name.substring(this.prefix.length(), separator),
				name.substring(separator + SEPARATOR.length()));
	}

	/**
	 * Returns the name of the entry that a lock, a waiters' mark or a copy belongs to.
	 * @param role what keys of that kind begin with
	 * @param companion the key
	 * @return the name of the entry, or the empty text if this is no such key
	 */
	static String nameOf(String role, String companion) {
		int close = companion.indexOf('}', role.length());
		if (close < 0 || !companion.startsWith(role)) {
			return "";
		}
		if (close == companion.length() - 1) {
			return companion.substring(role.length(), close);
		}
		return (companion.charAt(close + 1) == ':') ? companion.substring(close + 2) : "";
	}

	private String companion(String role, String name) {
		if (name.indexOf('}') < 0) {
			return role + name + "}";
		}
		byte[] tag = this.tags.tagFor(name.getBytes(StandardCharsets.UTF_8));
		return role + new String(tag, StandardCharsets.UTF_8) + "}:" + name;
	}

}
