package dev.stampede.faults;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A source whose reads wait until the test lets them go on, and that counts them.
 */
final class GatedSource implements Callable<String> {

	private final AtomicInteger reads = new AtomicInteger();

	private final CountDownLatch begun = new CountDownLatch(1);

	private final CountDownLatch open = new CountDownLatch(1);

	private final String value;

	GatedSource(String value) {
		this.value = value;
	}

	/**
	 * Returns a source that does not wait.
	 */
	static GatedSource open(String value) {
		GatedSource source = new GatedSource(value);
		source.open();
		return source;
	}

	@Override
	public String call() throws InterruptedException {
		this.reads.incrementAndGet();
		this.begun.countDown();
		pass(this.open);
		return this.value;
	}

	/**
	 * Waits until a read has begun.
	 */
	void awaitRead() throws InterruptedException {
		pass(this.begun);
	}

	/**
	 * Lets all reads go on, also those to come.
	 */
	void open() {
		this.open.countDown();
	}

	int reads() {
		return this.reads.get();
	}

	private static void pass(CountDownLatch latch) throws InterruptedException {
		if (!latch.await(60, TimeUnit.SECONDS)) {
			throw new IllegalStateException("Nobody opened the gate");
		}
	}

}
