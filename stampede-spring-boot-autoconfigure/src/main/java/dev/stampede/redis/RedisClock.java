package dev.stampede.redis;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * What this JVM knows of the clock of Redis: the last {@code TIME} and the nanoseconds
 * since. No wall clock of this machine takes part.
 */
final class RedisClock {

	private static final long MAX_AGE_NANOS = Duration.ofSeconds(60).toNanos();

	/** Far from any overflow, and beyond any policy. */
	private static final long FARTHEST_MILLIS = Duration.ofDays(36600).toMillis();

	/** How much two clocks may drift apart, as a divisor. */
	private static final long DRIFT = 5000;

	private final LongSupplier ticker;

	private final AtomicReference<@Nullable Anchor> anchor = new AtomicReference<>();

	private volatile boolean known;

	RedisClock(LongSupplier ticker) {
		this.ticker = ticker;
	}

	/**
	 * Reads the reply to a {@code TIME}.
	 * @param seconds its first element
	 * @param rest its second element
	 * @return microseconds
	 */
	static long micros(byte[] seconds, byte[] rest) {
		return 1_000_000 * Long.parseLong(new String(seconds, StandardCharsets.UTF_8))
				+ Long.parseLong(new String(rest, StandardCharsets.UTF_8));
	}

	long ticker() {
		return this.ticker.getAsLong();
	}

	/**
	 * Takes a time that Redis told.
	 * @param sent the ticker before the command was sent
	 * @param redisMicros what Redis said
	 */
	void told(long sent, long redisMicros) {
		long received = ticker();
		long error = (received - sent) / 2;
		Anchor told = new Anchor(sent + error, redisMicros, error, received);
		boolean anew = !this.known;
		this.anchor.updateAndGet((last) -> (anew || last == null || last.worseThan(told)) ? told : last);
		this.known = true;
	}

	/**
	 * Trusts what is known no longer, since the server may have become another one.
	 */
	void doubt() {
		this.known = false;
	}

	boolean isKnown() {
		return this.known;
	}

	/**
	 * Returns whether there was a reading, be it in doubt.
	 * @return whether times can be judged at all
	 */
	boolean isTold() {
		return this.anchor.get() != null;
	}

	/**
	 * Returns whether the clock should be asked for again, though it still serves.
	 * @return whether it is old
	 */
	boolean isOld() {
		Anchor known = this.anchor.get();
		return known == null || !this.known || ticker() - known.toldAt > MAX_AGE_NANOS;
	}

	/**
	 * Returns the time of Redis by this JVM's reckoning.
	 * @return milliseconds
	 */
	long redisMillis() {
		Anchor known = required();
		return known.redisMicros / 1000 + TimeUnit.NANOSECONDS.toMillis(ticker() - known.ticker);
	}

	/**
	 * Returns the ticker's value at a time of Redis.
	 * @param redisMillis the time of Redis
	 * @return the ticker's value
	 */
	long tickerAt(long redisMillis) {
		Anchor known = required();
		long anchorMillis = known.redisMicros / 1000;
		long millis = Math.max(anchorMillis - FARTHEST_MILLIS, Math.min(anchorMillis + FARTHEST_MILLIS, redisMillis))
				- anchorMillis;
		return known.ticker + TimeUnit.MILLISECONDS.toNanos(millis)
				- TimeUnit.MICROSECONDS.toNanos(known.redisMicros % 1000);
	}

	private Anchor required() {
		Anchor known = this.anchor.get();
		if (known == null) {
			throw new IllegalStateException("The clock of Redis is not known yet");
		}
		return known;
	}

	/**
	 * One reading of the clock.
	 *
	 * @param ticker the ticker at the middle of the round trip
	 * @param redisMicros the time of Redis then
	 * @param errorNanos how far off it may be
	 * @param toldAt the ticker when the reply came
	 */
	private record Anchor(long ticker, long redisMicros, long errorNanos, long toldAt) {

		// A later reading is better if it is as exact as this one has become by drift, or
		// contradicts it: then the clock was set.
		boolean worseThan(Anchor later) {
			long age = later.ticker - this.ticker;
			long error = this.errorNanos + age / DRIFT;
			long expected = this.redisMicros + TimeUnit.NANOSECONDS.toMicros(age);
			long gap = TimeUnit.MICROSECONDS.toNanos(Math.abs(later.redisMicros - expected));
			return later.errorNanos <= error || gap > error + later.errorNanos
					|| later.toldAt - this.toldAt > MAX_AGE_NANOS;
		}

	}

}
