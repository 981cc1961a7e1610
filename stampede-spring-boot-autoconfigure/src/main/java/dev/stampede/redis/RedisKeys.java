package dev.stampede.redis;

import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

import dev.stampede.EntryKey;

/**
 * The key layout: an entry is {@code <prefix><cache>::<key>}, its lock
 * {@code lock:{entry}} and its waiters' mark {@code wait:{entry}}; where braces in the
 * entry's key forbid that, {@code lock:{TAG}:entry}. All three are in one cluster slot.
 */
final class RedisKeys {

	static final String LOCK = "lock:{";

	static final String WAIT = "wait:{";

	private static final String SEPARATOR = "::";

	private final String prefix;

	private final SlotTags tags = new SlotTags();

	RedisKeys(String prefix) {
		this.prefix = prefix;
	}

	String entry(EntryKey key) {
		return this.prefix + key.cacheName() + SEPARATOR + key.key();
	}

	int slot(EntryKey key) {
		return SlotTags.slotOf(entry(key).getBytes(StandardCharsets.UTF_8));
	}

	String lock(String entry) {
		return companion(LOCK, entry);
	}

	String waiters(String entry) {
		return companion(WAIT, entry);
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
	 * Returns the identity behind the key of an entry.
	 * @param entry the key in Redis
	 * @return the identity, or null if the key is not one of an entry of ours
	 */
	@Nullable EntryKey identify(String entry) {
		int separator = entry.startsWith(this.prefix) ? entry.indexOf(SEPARATOR, this.prefix.length()) : -1;
		if (separator < 0) {
			return null;
		}
		return new EntryKey(entry.substring(this.prefix.length(), separator),
				entry.substring(separator + SEPARATOR.length()));
	}

	/**
	 * Returns the key of the entry that a lock or waiters' mark belongs to.
	 * @param companion the key of the lock or mark
	 * @return the key of the entry, or the empty text if this is no such key
	 */
	String entryOf(String companion) {
		int close = companion.indexOf('}', LOCK.length());
		if (close < 0 || !(companion.startsWith(LOCK) || companion.startsWith(WAIT))) {
			return "";
		}
		if (close == companion.length() - 1) {
			return companion.substring(LOCK.length(), close);
		}
		return (companion.charAt(close + 1) == ':') ? companion.substring(close + 2) : "";
	}

	private String companion(String role, String entry) {
		if (entry.indexOf('}') < 0) {
			return role + entry + "}";
		}
		byte[] tag = this.tags.tagFor(entry.getBytes(StandardCharsets.UTF_8));
		return role + new String(tag, StandardCharsets.UTF_8) + "}:" + entry;
	}

}
