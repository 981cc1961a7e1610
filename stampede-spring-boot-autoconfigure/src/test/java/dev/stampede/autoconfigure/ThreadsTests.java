package dev.stampede.autoconfigure;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Threads of ours: what they inherit, and who else uses them.
 */
class ThreadsTests {

	private static final InheritableThreadLocal<@Nullable String> TENANT = new InheritableThreadLocal<>();

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class, DataRedisAutoConfiguration.class))
		.withPropertyValues("spring.data.redis.port=1");

	@Test
	void nothingIsInheritedFromTheCallerWhoHappensToMakeAThread() {
		this.contextRunner.run((context) -> {
			List<Executor> executors = List.of(context.getBean("stampedeExecutor", Executor.class),
					context.getBean("stampedeStoreExecutor", Executor.class),
					context.getBean("stampedeRefreshExecutor", Executor.class),
					context.getBean(OwnScheduler.class).get());
			ClassLoader application = context.getClassLoader();
			ClassLoader before = Thread.currentThread().getContextClassLoader();
			TENANT.set("a");
			try {
				Thread.currentThread().setContextClassLoader(new ClassLoader(before) {
				});
				for (Executor executor : executors) {
					assertThat(CompletableFuture.supplyAsync(ThreadsTests::tenant, executor).get()).isEqualTo("none");
					assertThat(CompletableFuture
						.supplyAsync(() -> Thread.currentThread().getContextClassLoader(), executor)
						.get()).isSameAs(application);
				}
			}
			finally {
				Thread.currentThread().setContextClassLoader(before);
				TENANT.remove();
			}
		});
	}

	@Test
	void scheduledMethodsOfTheApplicationRunOnThreadsOfTheApplication() {
		this.contextRunner.withUserConfiguration(Scheduling.class).withBean(Job.class).run((context) -> {
			Job job = context.getBean(Job.class);
			assertThat(job.ran.await(10, TimeUnit.SECONDS)).isTrue();
			assertThat(job.thread).doesNotStartWith("stampede");
		});
	}

	private static String tenant() {
		String tenant = TENANT.get();
		return (tenant != null) ? tenant : "none";
	}

	/** Switches scheduling on. */
	@Configuration(proxyBeanMethods = false)
	@EnableScheduling
	static class Scheduling {

	}

	/** Tells where it runs. */
	static class Job {

		private final CountDownLatch ran = new CountDownLatch(1);

		private volatile String thread = "";

		@Scheduled(fixedDelay = 60_000)
		void run() {
			this.thread = Thread.currentThread().getName();
			this.ran.countDown();
		}

	}

}
