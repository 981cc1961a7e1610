package dev.stampede.redis;

import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import dev.stampede.key.EntryKey;
import dev.stampede.store.EntryStore;

/**
 * What instances tell each other: {@code <kind>\n<instance>\n<entry>}, on one channel.
 * The instance may be followed by a space and the {@code traceparent} of the read that
 * ended.
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

	byte[] filled(String entry, @Nullable String trace) {
		return message("filled", (trace != null) ? this.instanceId + " " + trace : this.instanceId, entry);
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
		if (key == null) {
			return;
		}
		String[] sender = parts[1].split(" ", 2);
		if (sender[0].equals(this.instanceId)) {
			return;
		}
		switch (parts[0]) {
			case "filled" -> listener.filled(key, (sender.length > 1) ? sender[1] : null);
			case "free" -> listener.freed(key);
			case "evicted" -> listener.evicted(key);
			case "cleared" -> listener.cleared(key.cacheName());
			default -> {
			}
		}
	}

	private byte[] message(String kind, String entry) {
		return message(kind, this.instanceId, entry);
	}

	private static byte[] message(String kind, String sender, String entry) {
		return (kind + "\n" + sender + "\n" + entry).getBytes(StandardCharsets.UTF_8);
	}

}
