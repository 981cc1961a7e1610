package dev.stampede.redis;

import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import dev.stampede.key.EntryKey;

import static org.assertj.core.api.Assertions.assertThat;

class RedisClocksTests {

	private static final long REDIS_MILLIS = 1_800_000_000_000L;

	private static final int HALF = 8192;

	private final AtomicLong ticker = new AtomicLong();

	private final RedisKeys keys = new RedisKeys("stampede:", (cacheName) -> false);

	private final EntryKey low = key(true);

	private final EntryKey high = key(false);

	@Test
	void eachPartOfAClusterGoesByWhatItsOwnServerTold() {
		RedisClocks clocks = new RedisClocks(2, this.keys, this.ticker::get);
		clocks.told(this.low, 0, REDIS_MILLIS * 1000);
		assertThat(clocks.of(this.high).redisMillis()).isEqualTo(REDIS_MILLIS);
		clocks.told(this.high, 0, (REDIS_MILLIS + 5000) * 1000);
		assertThat(clocks.of(this.low).redisMillis()).isEqualTo(REDIS_MILLIS);
		assertThat(clocks.of(this.high).redisMillis()).isEqualTo(REDIS_MILLIS + 5000);
	}

	@Test
	void partInDoubtGoesByWhatWasToldLast() {
		RedisClocks clocks = new RedisClocks(2, this.keys, this.ticker::get);
		clocks.told(this.low, 0, REDIS_MILLIS * 1000);
		clocks.told(this.high, 0, (REDIS_MILLIS + 5000) * 1000);
		clocks.doubt(this.low);
		assertThat(clocks.of(this.low).redisMillis()).isEqualTo(REDIS_MILLIS + 5000);
		clocks.doubt();
		assertThat(clocks.of(this.high).isTold()).isTrue();
		assertThat(clocks.common().isKnown()).isTrue();
	}

	@Test
	void singleServerInDoubtIsAskedAgain() {
		RedisClocks clocks = new RedisClocks(1, this.keys, this.ticker::get);
		assertThat(clocks.of(this.low).isTold()).isFalse();
		clocks.told(this.low, 0, REDIS_MILLIS * 1000);
		assertThat(clocks.of(this.high)).isSameAs(clocks.common());
		clocks.doubt(this.high);
		assertThat(clocks.common().isKnown()).isFalse();
	}

	private EntryKey key(boolean low) {
		EntryKey key = new EntryKey("sets", "0");
		for (int i = 1; (this.keys.slot(key) < HALF) != low; i++) {
			key = new EntryKey("sets", String.valueOf(i));
		}
		return key;
	}

}
