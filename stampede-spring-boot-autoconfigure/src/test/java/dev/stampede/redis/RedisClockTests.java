package dev.stampede.redis;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import dev.stampede.store.Entry;

import static org.assertj.core.api.Assertions.assertThat;

class RedisClockTests {

	private static final long REDIS_MILLIS = 1_800_000_000_000L;

	private final AtomicLong ticker = new AtomicLong(Long.MAX_VALUE - 1000);

	private final RedisClock clock = new RedisClock(this.ticker::get);

	@Test
	void timeRunsWithTheTicker() {
		tell(0, 0);
		pass(Duration.ofMillis(1500));
		assertThat(this.clock.redisMillis()).isEqualTo(REDIS_MILLIS + 1500);
		assertThat(this.clock.tickerAt(REDIS_MILLIS + 2000) - this.ticker.get())
			.isEqualTo(Duration.ofMillis(500).toNanos());
	}

	@Test
	void middleOfTheRoundTripCounts() {
		tell(0, 10);
		assertThat(this.clock.redisMillis()).isEqualTo(REDIS_MILLIS + 5);
	}

	@Test
	void slowReplyDoesNotSpoilAGoodReading() {
		tell(0, 0);
		tell(0, 400);
		assertThat(this.clock.redisMillis()).isEqualTo(REDIS_MILLIS + 400);
	}

	@Test
	void clockThatWasSetIsFollowed() {
		tell(0, 0);
		tell(-3_600_000, 2);
		assertThat(this.clock.redisMillis()).isEqualTo(REDIS_MILLIS - 3_600_000 + 1);
		tell(7_200_000, 2);
		assertThat(this.clock.redisMillis()).isEqualTo(REDIS_MILLIS + 7_200_000 + 1);
	}

	@Test
	void readingInDoubtIsReplacedByAnyOther() {
		tell(0, 0);
		this.clock.doubt();
		assertThat(this.clock.isKnown()).isFalse();
		tell(1, 400);
		assertThat(this.clock.isKnown()).isTrue();
		assertThat(this.clock.redisMillis()).isEqualTo(REDIS_MILLIS + 1 + 200);
	}

	@Test
	void readingIsOldAfterAMinute() {
		assertThat(this.clock.isOld()).isTrue();
		tell(0, 0);
		assertThat(this.clock.isOld()).isFalse();
		pass(Duration.ofSeconds(61));
		assertThat(this.clock.isOld()).isTrue();
		assertThat(this.clock.isKnown()).isTrue();
	}

	@Test
	void endsOfAnEntryAreInstantsOfTheTicker() {
		tell(0, 0);
		Entry entry = read(header(1, 0, REDIS_MILLIS - 10, REDIS_MILLIS + 1000, REDIS_MILLIS + 2000));
		assertThat(entry.isFresh(this.ticker.get())).isTrue();
		pass(Duration.ofSeconds(1));
		assertThat(entry.isFresh(this.ticker.get())).isFalse();
		assertThat(entry.isServable(this.ticker.get())).isTrue();
		pass(Duration.ofSeconds(1));
		assertThat(entry.isServable(this.ticker.get())).isFalse();
		assertThat(entry.stamp()).isEqualTo(REDIS_MILLIS + 1000);
	}

	@Test
	void entryFromTheFutureIsStale() {
		tell(0, 0);
		Entry ahead = read(header(1, 0, REDIS_MILLIS + 1500, REDIS_MILLIS + 9000, REDIS_MILLIS + 9000));
		assertThat(ahead.isFresh(this.ticker.get())).isFalse();
		assertThat(ahead.isServable(this.ticker.get())).isTrue();
		Entry tolerated = read(header(1, 0, REDIS_MILLIS + 900, REDIS_MILLIS + 9000, REDIS_MILLIS + 9000));
		assertThat(tolerated.isFresh(this.ticker.get())).isTrue();
	}

	@Test
	void absurdEndsDoNotOverflow() {
		tell(0, 0);
		Entry entry = read(header(1, 1, 1, Long.MAX_VALUE, Long.MAX_VALUE));
		assertThat(entry.isFresh(this.ticker.get())).isTrue();
		assertThat(entry.nullValue()).isTrue();
	}

	@Test
	void otherBytesAreNoEntry() {
		tell(0, 0);
		byte[] good = header(1, 0, 1, 2, 3);
		assertThat(EntryFormat.read(new byte[] { 'S', 'T', 1 }, this.clock)).isNull();
		assertThat(EntryFormat.read(Arrays.copyOf(good, 39), this.clock)).isNull();
		assertThat(EntryFormat.read(header(2, 0, 1, 2, 3), this.clock)).isNull();
		assertThat(EntryFormat.read(header(1, 0, 1, 0, 0), this.clock)).isNull();
		assertThat(EntryFormat.read(good, this.clock)).isNotNull();
	}

	private void tell(long offsetMillis, long roundTripMillis) {
		long sent = this.ticker.get();
		pass(Duration.ofMillis(roundTripMillis));
		this.clock.told(sent, (REDIS_MILLIS + offsetMillis) * 1000);
	}

	private void pass(Duration time) {
		this.ticker.addAndGet(time.toNanos());
	}

	private Entry read(byte[] bytes) {
		Entry entry = EntryFormat.read(bytes, this.clock);
		assertThat(entry).isNotNull();
		return (entry != null) ? entry : Entry.ABSENT;
	}

	private static byte[] header(int version, int flags, long filledAt, long freshUntil, long staleUntil) {
		return ByteBuffer.allocate(41)
			.put((byte) 'S')
			.put((byte) 'T')
			.put((byte) version)
			.put((byte) flags)
			.putLong(filledAt)
			.putLong(freshUntil)
			.putLong(staleUntil)
			.putLong(staleUntil)
			.putInt(7)
			.put((byte) 'v')
			.array();
	}

}
