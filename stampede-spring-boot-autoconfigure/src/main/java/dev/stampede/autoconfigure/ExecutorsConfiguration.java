package dev.stampede.autoconfigure;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnThreading;
import org.springframework.boot.thread.Threading;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.SimpleAsyncTaskExecutor;

/**
 * Threads of our own. They inherit nothing from callers, are no candidates for the
 * application's injection points, and live until the engine is closed, which Spring's own
 * executors would not.
 */
@Configuration(proxyBeanMethods = false)
class ExecutorsConfiguration {

	private static final long KEEP_ALIVE_SECONDS = 60;

	private static final int STORE_THREADS = 8;

	private final ApplicationContext context;

	ExecutorsConfiguration(ApplicationContext context) {
		this.context = context;
	}

	@Bean(name = "stampedeExecutor", defaultCandidate = false)
	@ConditionalOnMissingBean(name = "stampedeExecutor")
	@ConditionalOnThreading(Threading.VIRTUAL)
	SimpleAsyncTaskExecutor stampedeVirtualThreadExecutor() {
		SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor("stampede-");
		executor.setVirtualThreads(true);
		return executor;
	}

	// Nothing of ours blocks one of these threads. Users' sources and continuations may,
	// and must not keep others from going on.
	@Bean(defaultCandidate = false, destroyMethod = "shutdown")
	@ConditionalOnMissingBean(name = "stampedeExecutor")
	ExecutorService stampedeExecutor() {
		return new ThreadPoolExecutor(0, Integer.MAX_VALUE, KEEP_ALIVE_SECONDS, TimeUnit.SECONDS,
				new SynchronousQueue<>(), threads("stampede-"));
	}

	// for drivers that block: their asynchronous commands wait for one of these threads
	@Bean(defaultCandidate = false, destroyMethod = "shutdown")
	@ConditionalOnMissingBean(name = "stampedeStoreExecutor")
	ExecutorService stampedeStoreExecutor() {
		return pool(STORE_THREADS, new LinkedBlockingQueue<>(), "stampede-store-");
	}

	@Bean
	OwnScheduler stampedeTimer(@Qualifier("stampedeScheduler") ObjectProvider<ScheduledExecutorService> given) {
		return new OwnScheduler(given.getIfAvailable(), threads("stampede-timer-"));
	}

	@Bean(defaultCandidate = false, destroyMethod = "shutdown")
	@ConditionalOnMissingBean(name = "stampedeRefreshExecutor")
	ExecutorService stampedeRefreshExecutor(StampedeProperties properties, StampedePropertiesCheck check) {
		return pool(
				properties.refreshThreads(), (properties.refreshQueue() > 0)
						? new ArrayBlockingQueue<>(properties.refreshQueue()) : new SynchronousQueue<>(),
				"stampede-refresh-");
	}

	private ExecutorService pool(int threads, BlockingQueue<Runnable> queue, String prefix) {
		ThreadPoolExecutor executor = new ThreadPoolExecutor(threads, threads, KEEP_ALIVE_SECONDS, TimeUnit.SECONDS,
				queue, threads(prefix));
		executor.allowCoreThreadTimeOut(true);
		return executor;
	}

	private ThreadFactory threads(String prefix) {
		return new OwnThreads(prefix, this.context.getClassLoader());
	}

}
