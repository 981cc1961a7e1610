package dev.stampede.testing;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * When what came to a relay may pass.
 */
final class RelayPace {

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition changed = this.lock.newCondition();

	private boolean stalled;

	private volatile Duration requests = Duration.ZERO;

	private volatile Duration replies = Duration.ZERO;

	void delay(Duration requests, Duration replies) {
		this.requests = requests;
		this.replies = replies;
	}

	void stall() {
		set(true);
	}

	void resume() {
		set(false);
	}

	void awaitRequest(long arrivedNanos) throws InterruptedException {
		await(arrivedNanos, this.requests);
	}

	void awaitReply(long arrivedNanos) throws InterruptedException {
		await(arrivedNanos, this.replies);
	}

	private void await(long arrivedNanos, Duration delay) throws InterruptedException {
		this.lock.lockInterruptibly();
		try {
			long rest = arrivedNanos + delay.toNanos() - System.nanoTime();
			while (this.stalled || (rest > 0 && !delay.isZero())) {
				if (this.stalled) {
					this.changed.await();
				}
				else {
					rest = this.changed.awaitNanos(rest);
				}
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private void set(boolean stalls) {
		this.lock.lock();
		try {
			this.stalled = stalls;
			this.changed.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

}
