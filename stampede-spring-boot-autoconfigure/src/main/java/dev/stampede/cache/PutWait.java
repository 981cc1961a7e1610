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

	private static final Log logger = LogFactory.getLog(PutWait.class);

	private static final long LONGEST = Duration.ofMillis(500).toNanos();

	private static final long FIRST_PAUSE = Duration.ofMillis(1).toNanos();

	private static final long LONGEST_PAUSE = Duration.ofMillis(20).toNanos();

	/**
	 * Waits until the cache shows what was put, at most half a second.
	 * @return false if it is known that others will not find it there
	 */
	boolean await() {
		long end = this.nanoTime.getAsLong() + LONGEST;
		long pause = FIRST_PAUSE;
		try {
			while (!this.call.isSettled(this.returned)) {
				boolean interrupted = Thread.currentThread().isInterrupted();
				if (end - this.nanoTime.getAsLong() <= 0 || interrupted) {
					logger.debug("The cache does not show what was put");
					return interrupted;
				}
				LockSupport.parkNanos(this, pause);
				pause = Math.min(2 * pause, LONGEST_PAUSE);
			}
		}
		catch (RuntimeException ex) { // the value was read; its caller is to get it
			logger.debug("The cache does not tell what was put", ex);
		}
		return this.call.isKept(this.returned);
	}

}
