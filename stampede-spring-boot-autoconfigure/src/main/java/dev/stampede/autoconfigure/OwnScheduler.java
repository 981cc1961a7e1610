package dev.stampede.autoconfigure;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;

import org.jspecify.annotations.Nullable;

/**
 * Timer of ours. It is no bean of the type {@link ScheduledExecutorService} itself, since
 * Spring takes the only one there is for {@code @Scheduled} methods.
 */
final class OwnScheduler implements AutoCloseable {

	private final ScheduledExecutorService scheduler;

	private final boolean given;

	OwnScheduler(@Nullable ScheduledExecutorService given, ThreadFactory threads) {
		this.given = given != null;
		this.scheduler = (given != null) ? given : create(threads);
	}

	private static ScheduledExecutorService create(ThreadFactory threads) {
		ScheduledThreadPoolExecutor own = new ScheduledThreadPoolExecutor(1, threads);
		own.setRemoveOnCancelPolicy(true);
		return own;
	}

	ScheduledExecutorService get() {
		return this.scheduler;
	}

	@Override
	public void close() {
		if (!this.given) {
			this.scheduler.shutdownNow();
		}
	}

}
