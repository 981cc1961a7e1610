package dev.stampede.redis;

import java.util.function.LongSupplier;

import dev.stampede.key.EntryKey;

/**
 * Clocks of all servers. The masters of a cluster need not agree, and each stamps the
 * entries of its own slots: so a range of slots goes by what a script for one of its keys
 * has told, and until there was one by what any server has told last.
 */
final class RedisClocks {

	private final RedisClock common;

	private final SlotRanges<RedisClock> ranges;

	private final RedisKeys keys;

	RedisClocks(int parts, RedisKeys keys, LongSupplier ticker) {
		this.common = new RedisClock(ticker);
		this.ranges = SlotRanges.of(parts, () -> new RedisClock(ticker));
		this.keys = keys;
	}

	/**
	 * Returns the clock that entries under a key are stamped by.
	 * @param key the key
	 * @return the clock
	 */
	RedisClock of(EntryKey key) {
		if (!isCluster()) {
			return this.common;
		}
		RedisClock part = part(key);
		return part.isKnown() ? part : this.common;
	}

	/**
	 * Takes a time that the server of a key told.
	 * @param key the key
	 * @param sent the ticker before the command was sent
	 * @param redisMicros what the server said
	 */
	void told(EntryKey key, long sent, long redisMicros) {
		this.common.told(sent, redisMicros);
		if (isCluster()) {
			part(key).told(sent, redisMicros);
		}
	}

	/**
	 * Returns the clock of whichever server told last.
	 * @return the clock
	 */
	RedisClock common() {
		return this.common;
	}

	/**
	 * Trusts no clock longer, since servers may have become others. In a cluster what was
	 * told last still serves until a script tells better: who would be asked for the time
	 * might be the one node that is down.
	 */
	void doubt() {
		this.ranges.parts().forEach(RedisClock::doubt);
		if (!isCluster()) {
			this.common.doubt();
		}
	}

	/**
	 * Trusts the clock of a key's server no longer.
	 * @param key the key
	 */
	void doubt(EntryKey key) {
		(isCluster() ? part(key) : this.common).doubt();
	}

	boolean isCluster() {
		return this.ranges.parts().size() > 1;
	}

	private RedisClock part(EntryKey key) {
		return this.ranges.at(this.keys.slot(key));
	}

}
