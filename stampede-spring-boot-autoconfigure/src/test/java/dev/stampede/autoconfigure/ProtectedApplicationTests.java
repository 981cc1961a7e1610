package dev.stampede.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import dev.stampede.StampedeOperations;
import dev.stampede.StampedeProtected;
import dev.stampede.testing.EventCounts;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of two whole applications on one Redis.
 */
@ExtendWith(RedisExtension.class)
class ProtectedApplicationTests {

	private final AtomicInteger reads = new AtomicInteger();

	private final EventCounts events = new EventCounts();

	private final TestRedis redis;

	/** How many callers have to join a flight before the source answers. */
	private volatile int joining;

	ProtectedApplicationTests(TestRedis redis) {
		this.redis = redis;
	}

	@Test
	void callersOfTwoApplicationsReadTheSourceOnce() throws Exception {
		this.joining = 18; // all but one of each application
		application().run((first) -> application().run((second) -> {
			List<UnaryOperator<String>> services = List.of(first.getBean(Sets.class)::find,
					second.getBean(Sets.class)::find);
			List<String> values = callTogether(20, services, "herd");
			assertThat(values).hasSize(20).containsOnly("herd 1");
			assertThat(this.reads).hasValue(1);
			assertThat(this.redis.call("EXISTS", this.redis.key("sets::herd"))).isEqualTo(1L);
		}));
	}

	@Test
	void firstHerdOnAResultThatIsNotStoredReadsTheSourceOnce() throws Exception {
		this.joining = 19;
		application().run((context) -> {
			Sets sets = context.getBean(Sets.class);
			List<String> values = callTogether(20, List.of(sets::findUnstored), "vetoed");
			assertThat(values).hasSize(20).containsOnly("vetoed 1");
			assertThat(this.redis.call("EXISTS", this.redis.key("unstored::vetoed"))).isEqualTo(0L);
		});
	}

	@Test
	void operationsMeetTheEntryOfTheAnnotation() {
		application().run((context) -> {
			Sets sets = context.getBean(Sets.class);
			StampedeOperations operations = context.getBean(StampedeOperations.class);
			assertThat(sets.find("op")).isEqualTo("op 1");
			assertThat(operations.<String>get("sets", "op", String.class, () -> "other")).isEqualTo("op 1");
			operations.evict("sets", "op");
			assertThat(sets.find("op")).isEqualTo("op 2");
			operations.put("sets", "op", "put");
			assertThat(sets.find("op")).isEqualTo("put");
		});
	}

	@Test
	void callInAnInitMethodIsProtected() {
		application().withBean(WarmUp.class).run((context) -> {
			assertThat(context.getBean(WarmUp.class).value).isEqualTo("warm 1");
			assertThat(context.getBean(Sets.class).find("warm")).isEqualTo("warm 1");
		});
	}

	@Test
	void sectionOfTheCacheOverridesTheAnnotation() {
		application()
			.withPropertyValues("stampede.caches.sets.ttl=2s", "stampede.caches.sets.stale-ttl=0",
					"stampede.caches.sets.stale-if-error-ttl=0")
			.run((context) -> {
				assertThat(context.getBean(Sets.class).find("short")).isEqualTo("short 1");
				assertThat((Long) this.redis.call("PTTL", this.redis.key("sets::short"))).isBetween(1L, 2000L);
			});
	}

	private ApplicationContextRunner application() {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class, DataRedisAutoConfiguration.class))
			.withPropertyValues(this.redis.properties())
			.withPropertyValues("stampede.redis-timeout=2s")
			.withBean(EventCounts.class, () -> this.events)
			.withBean(Sets.class, () -> new Sets(this));
	}

	private static List<String> callTogether(int callers, List<UnaryOperator<String>> services, String id)
			throws Exception {
		ExecutorService executor = Executors.newFixedThreadPool(callers);
		try {
			CountDownLatch start = new CountDownLatch(1);
			List<Future<String>> calls = new ArrayList<>();
			for (int i = 0; i < callers; i++) {
				UnaryOperator<String> service = services.get(i % services.size());
				calls.add(executor.submit(() -> {
					start.await();
					return service.apply(id);
				}));
			}
			start.countDown();
			List<String> values = new ArrayList<>();
			for (Future<String> call : calls) {
				values.add(call.get());
			}
			return values;
		}
		finally {
			executor.shutdownNow();
		}
	}

	private int read() {
		int number = this.reads.incrementAndGet();
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> this.events.count("coalesced") >= this.joining);
		return number;
	}

	static class Sets {

		private final ProtectedApplicationTests test;

		Sets(ProtectedApplicationTests test) {
			this.test = test;
		}

		@StampedeProtected(cacheName = "unstored", unless = "true")
		String findUnstored(String id) {
			return find(id);
		}

		@StampedeProtected(cacheName = "sets", ttl = 60_000)
		String find(String id) {
			return id + " " + this.test.read();
		}

	}

	static class WarmUp implements InitializingBean {

		private final Sets sets;

		@Nullable String value;

		WarmUp(Sets sets) {
			this.sets = sets;
		}

		@Override
		public void afterPropertiesSet() {
			this.value = this.sets.find("warm");
		}

	}

}
