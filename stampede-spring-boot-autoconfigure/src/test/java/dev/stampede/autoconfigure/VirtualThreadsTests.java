package dev.stampede.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import dev.stampede.StampedeOperations;
import dev.stampede.StampedeProtected;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;
import dev.stampede.testing.VirtualThreads;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of callers that are virtual threads, and of ours that are.
 */
@ExtendWith(RedisExtension.class)
class VirtualThreadsTests {

	private static final String REASON = "virtual threads come with Java 21";

	private static final int CALLERS = 10_000;

	private static final int OTHERS = 20;

	private final ApplicationContextRunner contextRunner;

	VirtualThreadsTests(TestRedis redis) {
		this.contextRunner = new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class, DataRedisAutoConfiguration.class))
			.withPropertyValues(redis.properties())
			.withPropertyValues("spring.threads.virtual.enabled=true", "stampede.redis-timeout=5s",
					"stampede.defaults.wait-timeout=60s")
			.withBean(GatedPrices.class);
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21, disabledReason = REASON)
	void tenThousandVirtualCallersOfOneKeyReadTheSourceOnce() {
		this.contextRunner.run((context) -> {
			GatedPrices prices = context.getBean(GatedPrices.class);
			long start = System.nanoTime();
			assertThat(callTogether(prices)).hasSize(OTHERS + 1).containsEntry("one", CALLERS);
			assertThat(prices.reads()).isEqualTo(OTHERS + 1);
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(60));
		});
	}

	@Test
	@EnabledForJreRange(min = JRE.JAVA_21, disabledReason = REASON)
	void asynchronousSourceRunsOnAVirtualThreadOfOurs() {
		this.contextRunner
			.run((context) -> assertThat(source(context.getBean(StampedeOperations.class))).startsWith("VirtualThread[")
				.contains("stampede-"));
	}

	@Test
	@EnabledForJreRange(max = JRE.JAVA_20, disabledReason = "there are virtual threads")
	void withoutVirtualThreadsThePropertyIsHarmless() {
		this.contextRunner
			.run((context) -> assertThat(source(context.getBean(StampedeOperations.class))).startsWith("Thread[")
				.contains("stampede-"));
	}

	private static String source(StampedeOperations operations) {
		return operations
			.<String>getAsync("threads", System.nanoTime(), String.class,
					() -> CompletableFuture.completedFuture(Thread.currentThread().toString()))
			.join();
	}

	private static Map<String, Integer> callTogether(GatedPrices prices) throws Throwable {
		ExecutorService executor = VirtualThreads.executor();
		try {
			List<Future<String>> calls = new ArrayList<>();
			for (int i = 0; i < CALLERS + OTHERS; i++) {
				String id = (i < CALLERS) ? "one" : "other" + i;
				calls.add(executor.submit(() -> {
					prices.arrive();
					return prices.find(id);
				}));
			}
			Map<String, Integer> answers = new HashMap<>();
			for (Future<String> call : calls) {
				answers.merge(call.get(60, TimeUnit.SECONDS), 1, Integer::sum);
			}
			return answers;
		}
		finally {
			executor.shutdownNow();
		}
	}

	/** A source that answers once all callers have come. */
	static class GatedPrices {

		private final AtomicInteger reads = new AtomicInteger();

		private final CountDownLatch callers = new CountDownLatch(CALLERS + OTHERS);

		@StampedeProtected("gated")
		String find(String id) throws InterruptedException {
			this.reads.incrementAndGet();
			assertThat(this.callers.await(60, TimeUnit.SECONDS)).isTrue();
			return id;
		}

		void arrive() {
			this.callers.countDown();
		}

		int reads() {
			return this.reads.get();
		}

	}

}
