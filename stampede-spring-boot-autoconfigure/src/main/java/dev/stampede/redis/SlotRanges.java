package dev.stampede.redis;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.springframework.data.redis.connection.ClusterSlotHashUtil;

/**
 * Equal ranges of cluster slots, each with what is known of it. Without a cluster there
 * is one for all.
 *
 * @param <T> what is known of a range
 * @param parts one for each range
 */
record SlotRanges<T>(List<T> parts) {

	static <T> SlotRanges<T> of(int count, Supplier<T> part) {
		return new SlotRanges<>(Stream.generate(part).limit(count).toList());
	}

	T at(int slot) {
		return this.parts.get(slot * this.parts.size() / ClusterSlotHashUtil.SLOT_COUNT);
	}

}
