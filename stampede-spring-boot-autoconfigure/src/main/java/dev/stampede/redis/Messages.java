package dev.stampede.redis;

import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;

import dev.stampede.EntryKey;
import dev.stampede.EntryStore;

/**
 * What instances tell each other: {@code <kind>\n<instance>\n<entry>}, on one channel.
 */
final class Messages {

	private final RedisKeys keys;

	private final String instanceId;

	private final Predicate<String> tellsAlways;

	private final byte[] channel;

	Messages(RedisKeys keys, String instanceId, Predicate<String> tellsAlways) {
		this.keys = keys;
		this.instanceId = instanceId;
		this.tellsAlways = tellsAlways;
		this.channel = keys.channel().getBytes(StandardCharsets.UTF_8);
	}

	String instanceId() {
		return this.instanceId;
	}

	byte[] channel() {
		return this.channel.clone();
	}

	/**
	 * Returns whether fills of a cache are told though nobody waits.
	 * @param cacheName the cache
	 * @return whether they are
	 */
	boolean tellsAlways(String cacheName) {
		return this.tellsAlways.test(cacheName);
	}

	byte[] filled(String entry) {
		return message("filled", entry);
	}

	byte[] freed(String entry) {
		return message("free", entry);
	}

	byte[] evicted(String entry) {
		return message("evicted", entry);
	}

	byte[] cleared(String cacheName) {
		return message("cleared", this.keys.cache(cacheName));
	}

	/**
	 * Tells a listener what another instance has sent; anything else is ignored.
	 * @param message the message
	 * @param listener the listener
	 */
	void dispatch(byte[] message, EntryStore.Listener listener) {
		String[] parts = new String(message, StandardCharsets.UTF_8).split("\n", 3);
		EntryKey key = (parts.length == 3) ? this.keys.identify(parts[2]) : null;
		if (key == null || parts[1].equals(this.instanceId)) {
			return;
		}
		switch (parts[0]) {
			case "filled", "free" -> listener.regenerated(key);
			case "evicted" -> listener.evicted(key);
			case "cleared" -> listener.cleared(key.cacheName());
			default -> {
			}
		}
	}

	private byte[] message(String kind, String entry) {
		return (kind + "\n" + this.instanceId + "\n" + entry).getBytes(StandardCharsets.UTF_8);
	}

}
