package dev.stampede.redis;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

import org.jspecify.annotations.Nullable;

/**
 * Finds for a key the tag that puts another key into the same cluster slot. Redis hashes
 * what lies between the first opening brace and the first closing brace after it, and the
 * whole key if there is nothing.
 */
final class SlotTags {

	private static final int SLOTS = 16384;

	private static final int POLYNOMIAL = 0x1021;

	private final AtomicReferenceArray<byte @Nullable []> tagOfSlot = new AtomicReferenceArray<>(SLOTS);

	private final AtomicInteger candidate = new AtomicInteger();

	/**
	 * Returns what to put between the braces of a companion key.
	 * @param key the key
	 * @return its own tag, the whole key, or a short text of the same slot
	 */
	byte[] tagFor(byte[] key) {
		int open = indexOf(key, '{', 0);
		int close = (open < 0) ? -1 : indexOf(key, '}', open + 1);
		if (close > open + 1) {
			return part(key, open + 1, close);
		}
		boolean whole = key.length > 0 && indexOf(key, '}', 0) < 0;
		return whole ? key : tagOf(slot(key, 0, key.length));
	}

	/**
	 * Returns the slot that Redis gives a key.
	 * @param key the key
	 * @return the slot
	 */
	static int slotOf(byte[] key) {
		int open = indexOf(key, '{', 0);
		int close = (open < 0) ? -1 : indexOf(key, '}', open + 1);
		return (close > open + 1) ? slot(key, open + 1, close) : slot(key, 0, key.length);
	}

	// Only keys with a stray closing brace come here, so the table is filled as far as it
	// is needed.
	private byte[] tagOf(int slot) {
		byte[] tag = this.tagOfSlot.get(slot);
		while (tag == null) {
			int number = this.candidate.getAndIncrement();
			byte[] next = Integer.toString(number, Character.MAX_RADIX).getBytes(StandardCharsets.US_ASCII);
			this.tagOfSlot.compareAndSet(slot(next, 0, next.length), null, next);
			tag = this.tagOfSlot.get(slot);
		}
		return tag;
	}

	// CRC16 in its XMODEM form.
	private static int slot(byte[] bytes, int from, int to) {
		int crc = 0;
		for (int i = from; i < to; i++) {
			crc ^= (bytes[i] & 0xff) << 8;
			for (int bit = 0; bit < Byte.SIZE; bit++) {
				crc = ((crc & 0x8000) != 0) ? (crc << 1) ^ POLYNOMIAL : crc << 1;
			}
		}
		return crc & (SLOTS - 1);
	}

	private static int indexOf(byte[] bytes, char wanted, int from) {
		for (int i = from; i < bytes.length; i++) {
			if (bytes[i] == wanted) {
				return i;
			}
		}
		return -1;
	}

	private static byte[] part(byte[] bytes, int from, int to) {
		byte[] part = new byte[to - from];
		System.arraycopy(bytes, from, part, 0, part.length);
		return part;
	}

}
