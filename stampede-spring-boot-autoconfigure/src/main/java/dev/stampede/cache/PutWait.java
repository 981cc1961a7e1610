package dev.stampede.cache;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * A wait until a cache shows what was put, before the lock is given back. Caches on Redis
 * put without waiting for the answer. Whoever got the lock too early would find nothing
 * and read the source again.
 *
 * @param call the call
 * @param returned what the method returned
 * @param nanoTime the ticker
 */
record PutWait(CacheableCall call, @Nullable Object returned, LongSupplier nanoTime) {

	/** What became of what was put. */
	enum Outcome {

		/** Others find it there, as far as is known. */
		KEPT,
		/** It was not put, and others will not find it. */
		NOT_PUT,
		/** The cache did not show it in time. */
		NOT_SHOWN

	}

	private static final Log logger = LogFactory.getLog(PutWait.class);

	static final Duration LONGEST = Duration.ofMillis(500);

	private static final long FIRST_PAUSE = Duration.ofMillis(1).toNanos();

	private static final long LONGEST_PAUSE = Duration.ofMillis(20).toNanos();

	/**
	 * Waits until the cache shows what was put.
	 * @param longest how long at most; it is looked for once in any case
	 * @return what became of it
	 */
	Outcome await(Duration longest) {
		long end = this.nanoTime.getAsLong() + longest.toNanos();
		long pause = FIRST_PAUSE;
		try {
			while (!this.call.isSettled(this.returned)) {
				if (Thread.currentThread().isInterrupted()) {
					return Outcome.KEPT;
				}
				if (end - this.nanoTime.getAsLong() <= 0) {
					logger.debug("The cache does not show what was put");
					return Outcome.NOT_SHOWN;
				}
				LockSupport.parkNanos(this, pause);
				pause = Math.min(2 * pause, LONGEST_PAUSE);
			}
		}
		catch (RuntimeException ex) { // the value was read; its caller is to get it
			logger.debug("The cache does not tell what was put", ex);
		}
		return this.call.isKept(this.returned) ? Outcome.KEPT : Outcome.NOT_PUT;
	}

}
