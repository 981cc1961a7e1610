package dev.stampede.faults;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import dev.stampede.event.StampedeListener;

/**
 * A listener of the application that hangs when it hears of a renewal, and throws when it
 * hears of anything else.
 */
final class StuckListener implements StampedeListener {

	private final CountDownLatch reached = new CountDownLatch(1);

	private final CountDownLatch open = new CountDownLatch(1);

	boolean isStuck() {
		return this.reached.getCount() == 0;
	}

	void free() {
		this.open.countDown();
	}

	@Override
	public void renewed(String cacheName, Renewal outcome) {
		this.reached.countDown();
		try {
			if (!this.open.await(30, TimeUnit.SECONDS)) {
				throw new IllegalStateException("Nobody freed the listener");
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public void requested(String cacheName, Request result) {
		throw new IllegalStateException("broken listener");
	}

	@Override
	public void lock(String cacheName, LockOutcome outcome) {
		throw new IllegalStateException("broken listener");
	}

	@Override
	public void released(String cacheName, LockRelease outcome) {
		throw new AssertionError("broken listener");
	}

}
