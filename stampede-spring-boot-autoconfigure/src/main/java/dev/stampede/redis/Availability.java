package dev.stampede.redis;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Skips a Redis that does not answer: at once when it refuses or is disconnected, after
 * three timeouts in a row otherwise. After a short, jittered pause one command tries. In
 * a cluster each range of slots is judged for itself, so that one dead node takes no
 * other keys with it.
 */
final class Availability {

	private static final Log logger = LogFactory.getLog(Availability.class);

	private static final int TIMEOUTS_IN_A_ROW = 3;

	private static final int SLOTS = 16384;

	private final Part[] parts;

	private final Duration retryAfter;

	private final LongSupplier ticker;

	private final RandomGenerator random;

	private final Clock clock;

	private final AtomicInteger partsDown = new AtomicInteger();

	private final Set<String> logged = ConcurrentHashMap.newKeySet();

	private volatile Instant since;

	Availability(int parts, Duration retryAfter, LongSupplier ticker, RandomGenerator random, Clock clock) {
		this.parts = Stream.generate(Part::new).limit(parts).toArray(Part[]::new);
		this.retryAfter = retryAfter;
		this.ticker = ticker;
		this.random = random;
		this.clock = clock;
		this.since = clock.instant();
	}

	/**
	 * Returns whether a command may be sent that can be done without. While Redis does
	 * not answer, one of them may for each pause.
	 * @param slot the slot of the key
	 * @return whether it is worth a try
	 */
	boolean permits(int slot) {
		Part part = part(slot);
		if (part.timeouts.get() < TIMEOUTS_IN_A_ROW) {
			return true;
		}
		long now = this.ticker.getAsLong();
		long retryAt = part.retryAt.get();
		return now - retryAt >= 0 && part.retryAt.compareAndSet(retryAt, now + pause());
	}

	void answered(int slot) {
		Part part = part(slot);
		if (part.timeouts.get() != 0 && part.timeouts.getAndSet(0) >= TIMEOUTS_IN_A_ROW
				&& this.partsDown.decrementAndGet() == 0) {
			changed();
			logger.info("Redis answers again");
		}
	}

	/**
	 * Takes note of a failure; one that concerns a single key or caller is logged once
	 * per kind.
	 * @param slot the slot of the key
	 * @param failure what the driver reported
	 * @return what it says about Redis
	 */
	Fault failed(int slot, Throwable failure) {
		Fault fault = Fault.of(failure);
		switch (fault) {
			case UNAVAILABLE -> down(part(slot), TIMEOUTS_IN_A_ROW, failure);
			case TIMEOUT -> down(part(slot), 1, failure);
			case REFUSED, MOVING, OURS -> logOnce(failure);
			case INTERRUPTED -> {
			}
		}
		return fault;
	}

	/**
	 * Lets the next command try, since a connection was made anew.
	 */
	void reconnected() {
		long now = this.ticker.getAsLong();
		for (Part part : this.parts) {
			part.retryAt.set(now);
		}
	}

	boolean isUp() {
		return this.partsDown.get() == 0;
	}

	Instant since() {
		return this.since;
	}

	private void down(Part part, int weight, Throwable failure) {
		part.retryAt.set(this.ticker.getAsLong() + pause());
		int before = part.timeouts.getAndUpdate((count) -> Math.min(TIMEOUTS_IN_A_ROW, count + weight));
		if (before < TIMEOUTS_IN_A_ROW && before + weight >= TIMEOUTS_IN_A_ROW
				&& this.partsDown.incrementAndGet() == 1) {
			changed();
			logger.warn("Redis does not answer and is skipped, with a try about every " + this.retryAfter.toMillis()
					+ " ms: " + Fault.unwrap(failure));
		}
	}

	private void logOnce(Throwable failure) {
		String kind = Fault.name(failure);
		if (this.logged.size() < Byte.MAX_VALUE && this.logged.add(kind)) {
			logger.warn(Fault.isForbidden(failure) ? Fault.advice(failure)
					: "Redis refused a command (" + kind + "); calls that meet this go on by themselves. "
							+ "Logged once per kind; the stack trace is logged at debug level");
			logger.debug("The first command refused with " + kind, Fault.unwrap(failure));
		}
	}

	private void changed() {
		this.since = this.clock.instant();
	}

	private long pause() {
		return (long) (this.retryAfter.toNanos() * (0.75 + this.random.nextDouble() / 2));
	}

	private Part part(int slot) {
		return this.parts[slot * this.parts.length / SLOTS];
	}

	/**
	 * What is known of a range of slots.
	 */
	private static final class Part {

		private final AtomicInteger timeouts = new AtomicInteger();

		private final AtomicLong retryAt = new AtomicLong();

	}

}
