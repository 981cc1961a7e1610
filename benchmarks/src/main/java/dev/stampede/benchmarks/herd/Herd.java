package dev.stampede.benchmarks.herd;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Callers in one JVM, each on its own thread, that stand ready and are released together.
 */
final class Herd {

	/** What is said of a caller that has got no answer when nobody waits any longer. */
	static final String HUNG = "!hung";

	private static final long PATIENCE = TimeUnit.SECONDS.toNanos(45);

	private static final int SHOWN = 12;

	private final Order order;

	private final Contender contender;

	private final SourceClient source;

	private final CountDownLatch gate = new CountDownLatch(1);

	private final Queue<CallRecord> records = new ConcurrentLinkedQueue<>();

	private final List<Caller> callers = new ArrayList<>();

	private Herd(Order order, Contender contender, SourceClient source) {
		this.order = order;
		this.contender = contender;
		this.source = source;
	}

	// Returns a herd whose callers all stand ready.
	static Herd ready(Order order, Contender contender, SourceClient source) throws InterruptedException {
		Herd herd = new Herd(order, contender, source);
		CountDownLatch ready = new CountDownLatch(order.callers());
		for (int i = 0; i < order.callers(); i++) {
			Caller caller = herd.new Caller(ready, order.pause().toNanos() * i / order.callers());
			herd.callers.add(caller);
			caller.start();
		}
		ready.await();
		return herd;
	}

	void release() {
		this.gate.countDown();
	}

	/**
	 * Waits for all callers, but not for ever.
	 * @return the calls as words
	 */
	String report() throws InterruptedException {
		long end = System.nanoTime() + this.order.time().toNanos() + PATIENCE;
		for (Caller caller : this.callers) {
			caller.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
			CallRecord unfinished = caller.isAlive() ? caller.unfinished() : null;
			if (unfinished != null) {
				this.records.add(unfinished);
			}
		}
		return this.records.stream().map(CallRecord::toString).collect(Collectors.joining(" "));
	}

	/**
	 * One caller.
	 */
	private final class Caller extends Thread {

		private final CountDownLatch ready;

		private final long offset;

		private volatile long started;

		private Caller(CountDownLatch ready, long offset) {
			super("caller");
			setDaemon(true);
			this.ready = ready;
			this.offset = offset;
		}

		@Override
		public void run() {
			try {
				this.ready.countDown();
				Herd.this.gate.await();
				long begin = System.nanoTime();
				long end = begin + Herd.this.order.time().toNanos();
				long pause = Herd.this.order.pause().toNanos();
				long next = begin + this.offset;
				do {
					sleepUntil(next);
					call();
					next += (pause > 0) ? pause * (1 + Math.max(0, System.nanoTime() - next) / pause) : 0;
				}
				while (next - end < 0);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}

		@Nullable CallRecord unfinished() {
			long start = this.started;
			return (start != 0) ? new CallRecord(start, System.nanoTime() - start, false, HUNG) : null;
		}

		private void call() {
			this.started = System.nanoTime();
			String outcome = outcome();
			long nanos = System.nanoTime() - this.started;
			Herd.this.records.add(new CallRecord(this.started, nanos, Herd.this.source.hasRead(), outcome));
			this.started = 0;
		}

		private String outcome() {
			try {
				String value = Herd.this.contender.get(Herd.this.order.key());
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

}
