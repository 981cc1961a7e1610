package dev.stampede.nativeimage;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import dev.stampede.event.StampedeListener;

/**
 * The callers of a herd, all but the first of which join its flight.
 */
class AotHerd implements StampedeListener {

	private final CountDownLatch joined = new CountDownLatch(AotApplication.CALLERS - 1);

	@Override
	public void coalesced(String cacheName) {
		this.joined.countDown();
	}

	/**
	 * Waits until all have joined.
	 */
	void await() throws InterruptedException {
		if (!this.joined.await(30, TimeUnit.SECONDS)) {
			throw new IllegalStateException("Some callers have not joined");
		}
	}

}
