package dev.stampede.redis;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.ClusterSlotHashUtil;

/**
 * Tags that put a companion key into the cluster slot of a key. Redis hashes what lies
 * between the first opening brace and the first closing brace after it, and the whole key
 * if there is nothing. A tag depends on the slot alone, so that all JVMs agree on it.
 */
final class SlotTags {

	private final AtomicReferenceArray<byte @Nullable []> tagOfSlot = new AtomicReferenceArray<>(
			ClusterSlotHashUtil.SLOT_COUNT);

	/**
	 * Returns what to put between the braces of a companion key.
	 * @param key the key
	 * @return its own tag, the whole key, or a short text of the same slot
	 */
	byte[] tagFor(byte[] key) {
		int open = indexOf(key, '{', 0);
		int close = (open < 0) ? -1 : indexOf(key, '}', open + 1);
		if (close > open + 1) {
			return Arrays.copyOfRange(key, open + 1, close);
		}
		boolean whole = key.length > 0 && indexOf(key, '}', 0) < 0;
		return whole ? key : tagOf(ClusterSlotHashUtil.calculateSlot(key));
	}

	// Only keys with a stray closing brace come here. Threads that meet compute the same.
	private byte[] tagOf(int slot) {
		byte[] tag = this.tagOfSlot.get(slot);
		if (tag == null) {
			tag = smallestOf(slot);
			this.tagOfSlot.set(slot, tag);
		}
		return tag;
	}

	private static byte[] smallestOf(int slot) {
		for (int number = 0;; number++) {
			byte[] tag = Integer.toString(number, Character.MAX_RADIX).getBytes(StandardCharsets.US_ASCII);
			if (ClusterSlotHashUtil.calculateSlot(tag) == slot) {
				return tag;
			}
		}
	}

	private static int indexOf(byte[] bytes, char wanted, int from) {
		for (int i = from; i < bytes.length; i++) {
			if (bytes[i] == wanted) {
				return i;
			}
		}
		return -1;
	}

}
