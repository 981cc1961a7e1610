package dev.stampede.faults;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * Traffic on keys that are warm: twenty threads ask for one of twenty keys every few
 * milliseconds.
 */
final class WarmTraffic implements AutoCloseable {

	static final int KEYS = 20;

	private static final int THREADS = 20;

	private static final int MILLIS_BETWEEN = 5;

	private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(THREADS);

	private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();

	private final Instance instance;

	private final AtomicLong calls = new AtomicLong();

	private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

	private WarmTraffic(Instance instance) {
		this.instance = instance;
	}

	/**
	 * Reads each key once, and begins.
	 */
	static WarmTraffic on(Instance instance) throws Exception {
		for (int key = 0; key < KEYS; key++) {
			instance.find("k" + key);
		}
		WarmTraffic traffic = new WarmTraffic(instance);
		for (int i = 0; i < THREADS; i++) {
			Future<?> unused = traffic.threads.scheduleWithFixedDelay(traffic::call, 0, MILLIS_BETWEEN,
					TimeUnit.MILLISECONDS);
		}
		traffic.awaitCalls(10 * THREADS);
		return traffic;
	}

	/**
	 * Waits until so many more calls have been answered.
	 */
	void awaitCalls(int more) {
		long until = this.calls.get() + more;
		FaultContract.until(() -> {
			if (this.calls.get() < until) {
				throw new AssertionError(this.calls + " calls of " + until);
			}
		});
	}

	/**
	 * Lets time pass.
	 */
	void goOnFor(long millis) throws Exception {
		this.clock.schedule(this.calls::get, millis, TimeUnit.MILLISECONDS).get();
	}

	static int reads(Source source) {
		return IntStream.range(0, KEYS).map((key) -> source.reads("k" + key)).sum();
	}

	Queue<Throwable> failures() {
		return this.failures;
	}

	@Override
	public void close() {
		this.threads.shutdown();
		this.clock.shutdown();
	}

	private void call() {
		try {
			this.instance.find("k" + ThreadLocalRandom.current().nextInt(KEYS));
			this.calls.incrementAndGet();
		}
		catch (Throwable ex) {
			this.failures.add(ex);
		}
	}

}
