package dev.stampede.redis;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import dev.stampede.store.StorePhase;
import dev.stampede.store.StoreState.Condition;

/**
 * Circuit breaker before Redis. It opens at once when Redis refuses, is disconnected or
 * is no master any more, and after three timeouts in a row otherwise; those of one pause
 * count as one, however many commands were on their way. While it is open, commands are
 * skipped. After a short, jittered pause it is half-open: one command tries, and its
 * reply closes it. A Redis that refuses writes is still asked for hits. In a cluster each
 * range of slots is judged for itself, so that one dead node takes no other keys with it.
 */
final class CircuitBreaker {

	private static final Log logger = LogFactory.getLog(CircuitBreaker.class);

	private static final int TIMEOUTS_IN_A_ROW = 3;

	/** Timeouts noticed within this time are of one pause, however many they are. */
	private static final long ONE_PAUSE = Duration.ofMillis(100).toNanos();

	private final SlotRanges<Part> ranges;

	/** The one range of a server that is no cluster. */
	private final @Nullable Part only;

	private final Duration retryAfter;

	private final LongSupplier ticker;

	private final RandomGenerator random;

	private final Clock clock;

	private final Set<String> logged = ConcurrentHashMap.newKeySet();

	private final ReentrantLock changing = new ReentrantLock();

	private volatile Condition condition = Condition.UP;

	private volatile Instant since;

	CircuitBreaker(int parts, Duration retryAfter, LongSupplier ticker, RandomGenerator random, Clock clock) {
		this.ranges = SlotRanges.of(parts, Part::new);
		this.only = (parts == 1) ? this.ranges.parts().get(0) : null;
		this.retryAfter = retryAfter;
		this.ticker = ticker;
		this.random = random;
		this.clock = clock;
		this.since = clock.instant();
	}

	/**
	 * Returns whether a command may be sent. What ends or extends a regeneration, or
	 * evicts, is always tried; of the others one may be, for each pause.
	 * @param slot the slot of the key
	 * @param phase what the command is for
	 * @return whether the breaker lets it through
	 */
	boolean permits(int slot, StorePhase phase) {
		Part part = part(slot);
		boolean skipped = switch (part.condition) {
			case UP -> false;
			case WRITES_REFUSED -> phase == StorePhase.ACQUIRE;
			// an acquire follows a read that was let through
			case READ_ONLY -> phase == StorePhase.GET;
			case DOWN -> phase == StorePhase.GET || phase == StorePhase.ACQUIRE;
		};
		if (!skipped) {
			return true;
		}
		long now = this.ticker.getAsLong();
		long retryAt = part.retryAt.get();
		return now - retryAt >= 0 && part.retryAt.compareAndSet(retryAt, now + pause());
	}

	/**
	 * Takes note of a reply.
	 * @param slot the slot of the key
	 * @param wrote whether a lock or an entry was written
	 */
	void answered(int slot, boolean wrote) {
		Part part = part(slot);
		if (part.timeouts.get() != 0) {
			part.timeouts.set(0);
		}
		if (part.condition == Condition.DOWN || (wrote && part.condition != Condition.UP)) {
			become(part, Condition.UP, "");
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
		Part part = part(slot);
		switch (fault) {
			case UNAVAILABLE -> skip(part, Condition.DOWN, failure);
			case TIMEOUT -> {
				if (part.countTimeout(this.ticker.getAsLong()) >= TIMEOUTS_IN_A_ROW) {
					skip(part, Condition.DOWN, failure);
				}
			}
			case READ_ONLY -> skip(part, Condition.READ_ONLY, failure);
			case WRITES_REFUSED -> skip(part, Condition.WRITES_REFUSED, failure);
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
		for (Part part : this.ranges.parts()) {
			part.retryAt.set(now);
		}
	}

	/**
	 * Returns whether a key is on a server that was found to be a replica.
	 * @param slot the slot of the key
	 * @return whether only a write can tell that it is a master again
	 */
	boolean isReadOnly(int slot) {
		return part(slot).condition == Condition.READ_ONLY;
	}

	/**
	 * Returns the condition of Redis; where it has parts, that of the worst.
	 * @return the condition
	 */
	Condition condition() {
		return this.condition;
	}

	Instant since() {
		return this.since;
	}

	private void skip(Part part, Condition next, Throwable failure) {
		part.retryAt.set(this.ticker.getAsLong() + pause());
		if (part.condition != next) {
			become(part, next, ": " + Fault.reason(failure));
		}
	}

	private void become(Part part, Condition next, String reason) {
		Condition before;
		Condition now;
		this.changing.lock();
		try {
			part.condition = next;
			before = this.condition;
			now = this.ranges.parts()
				.stream()
				.map((each) -> each.condition)
				.max(Comparator.naturalOrder())
				.orElse(next);
			if (now != before) {
				this.condition = now;
				this.since = this.clock.instant();
			}
		}
		finally {
			this.changing.unlock();
		}
		if (now != before) {
			log(now, reason);
		}
	}

	private void log(Condition now, String reason) {
		String retry = ", with a try about every " + this.retryAfter.toMillis() + " ms" + reason;
		switch (now) {
			case UP -> logger.info("Redis answers again");
			case WRITES_REFUSED -> logger
				.warn("Redis refuses writes: hits are served, and what is missing is read without a lock" + retry);
			case READ_ONLY -> logger.warn("Redis is no master any more and is skipped" + retry);
			case DOWN -> logger.warn("Redis does not answer and is skipped" + retry);
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

	private Part part(int slot) {
		return (this.only != null) ? this.only : this.ranges.at(slot);
	}

	private long pause() {
		return (long) (this.retryAfter.toNanos() * (0.75 + this.random.nextDouble() / 2));
	}

	/**
	 * What is known of a range of slots.
	 */
	private static final class Part {

		private final AtomicInteger timeouts = new AtomicInteger();

		private final AtomicLong retryAt = new AtomicLong();

		private final AtomicLong lastTimeout = new AtomicLong();

		private volatile Condition condition = Condition.UP;

		private int countTimeout(long now) {
			long last = this.lastTimeout.get();
			int counted = this.timeouts.get();
			boolean counts = (counted == 0 || now - last >= ONE_PAUSE) && this.lastTimeout.compareAndSet(last, now);
			return counts ? this.timeouts.incrementAndGet() : counted;
		}

	}

}
