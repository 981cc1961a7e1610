package dev.stampede.benchmarks.herd;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Collectors;

import dev.stampede.testing.fleet.Callers;
import dev.stampede.testing.fleet.Member;
import dev.stampede.testing.fleet.SourceClient;

/**
 * A herd in one JVM, each of whose calls is measured.
 */
final class MeasuredHerd implements Member.Action {

	/** Outcome of a call that has no answer when nobody waits any longer. */
	static final String HUNG = "!hung";

	private static final Duration PATIENCE = Duration.ofSeconds(45);

	private static final int SHOWN = 12;

	private final Order order;

	private final Contender contender;

	private final SourceClient source;

	private final Queue<CallRecord> records = new ConcurrentLinkedQueue<>();

	/** When each caller's running call began; 0 between its calls. */
	private final AtomicLongArray started;

	private final Callers callers;

	private MeasuredHerd(Order order, Contender contender, SourceClient source) throws InterruptedException {
		this.order = order;
		this.contender = contender;
		this.source = source;
		this.started = new AtomicLongArray(order.callers());
		this.callers = Callers.ready(order.callers(), this::callInTime);
	}

	// Returns a herd whose callers all stand ready.
	static MeasuredHerd ready(Order order, Contender contender, SourceClient source) throws InterruptedException {
		return new MeasuredHerd(order, contender, source);
	}

	@Override
	public void release() {
		this.callers.release();
	}

	/**
	 * Waits for all callers, but not for ever.
	 * @return the calls as words
	 */
	@Override
	public String report() throws InterruptedException {
		for (int hung : this.callers.await(this.order.time().plus(PATIENCE))) {
			long start = this.started.get(hung);
			if (start != 0) {
				this.records.add(new CallRecord(start, System.nanoTime() - start, false, HUNG));
			}
		}
		return this.records.stream().map(CallRecord::toString).collect(Collectors.joining(" "));
	}

	private void callInTime(int caller) throws InterruptedException {
		long begin = System.nanoTime();
		long end = begin + this.order.time().toNanos();
		long pause = this.order.pause().toNanos();
		long next = begin + pause * caller / this.order.callers();
		do {
			sleepUntil(next);
			call(caller);
			next += (pause > 0) ? pause * (1 + Math.max(0, System.nanoTime() - next) / pause) : 0;
		}
		while (next - end < 0);
	}

	private void call(int caller) {
		long start = System.nanoTime();
		this.started.set(caller, start);
		String outcome = outcome();
		long nanos = System.nanoTime() - start;
		this.records.add(new CallRecord(start, nanos, this.source.hasRead(), outcome));
		this.started.set(caller, 0);
	}

	private String outcome() {
		try {
			String value = this.contender.get(this.order.key());
			return (value != null) ? value.substring(0, SHOWN) : "!null";
		}
		catch (RuntimeException ex) {
			return "!" + ex.getClass().getSimpleName();
		}
	}

	private static void sleepUntil(long time) throws InterruptedException {
		long left = time - System.nanoTime();
		if (left > 0) {
			TimeUnit.NANOSECONDS.sleep(left);
		}
	}

}
