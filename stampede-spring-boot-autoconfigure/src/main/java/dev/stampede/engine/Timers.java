package dev.stampede.engine;

import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Time as one engine knows it: the ticker, and tasks that run after a pause. Safe for use
 * by several threads.
 */
final class Timers {

	private final LongSupplier ticker;

	private final ScheduledExecutorService scheduler;

	Timers(LongSupplier ticker, ScheduledExecutorService scheduler) {
		this.ticker = ticker;
		this.scheduler = scheduler;
	}

	long now() {
		return this.ticker.getAsLong();
	}

	/**
	 * Runs a task after a pause. Once the scheduler has been shut down nothing is run any
	 * more.
	 * @param nanos the pause
	 * @param task the task, which must not block
	 * @return the pending task, or null if there will be none
	 */
	@Nullable Future<?> after(long nanos, Runnable task) {
		try {
			return this.scheduler.schedule(task, Math.max(nanos, 0), TimeUnit.NANOSECONDS);
		}
		catch (RejectedExecutionException ex) {
			return null;
		}
	}

}
