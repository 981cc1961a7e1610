package dev.stampede.faults;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The executor that an application gives to the library, full when the test says so.
 */
final class SwitchedExecutor implements Executor, DisposableBean {

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private volatile boolean full;

	void full(boolean full) {
		this.full = full;
	}

	@Override
	public void execute(Runnable task) {
		if (this.full) {
			throw new RejectedExecutionException("full");
		}
		this.threads.execute(task);
	}

	@Override
	public void destroy() {
		this.threads.shutdown();
	}

	/**
	 * Puts it in the place of the library's own.
	 */
	@Configuration(proxyBeanMethods = false)
	static class Replacing {

		@Bean(defaultCandidate = false)
		SwitchedExecutor stampedeExecutor() {
			return new SwitchedExecutor();
		}

	}

}
