package dev.stampede.autoconfigure;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/**
 * Factory of daemon threads that inherit nothing from the caller who happened to need
 * them: no inheritable thread-local, and no class loader but the application's.
 */
final class OwnThreads implements ThreadFactory {

	private final String prefix;

	private final @Nullable ClassLoader classLoader;

	private final AtomicInteger count = new AtomicInteger();

	OwnThreads(String prefix, @Nullable ClassLoader classLoader) {
		this.prefix = prefix;
		this.classLoader = classLoader;
	}

	@Override
	public Thread newThread(Runnable task) {
		Thread thread = new Thread(null, task, this.prefix + this.count.incrementAndGet(), 0, false);
		thread.setDaemon(true);
		thread.setContextClassLoader(this.classLoader);
		return thread;
	}

}
