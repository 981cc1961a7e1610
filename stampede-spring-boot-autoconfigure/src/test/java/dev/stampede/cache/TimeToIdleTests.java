package dev.stampede.cache;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import dev.stampede.StampedeOperations;
import dev.stampede.testing.EventCounts;
import dev.stampede.testing.MonitoredCommand;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.RedisMonitor;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * A cache on Redis whose entries live on while they are read, beside our annotation and
 * beside entries of ours, which end at their time however often they are read.
 */
@ExtendWith(RedisExtension.class)
class TimeToIdleTests {

	private static final Duration IDLE = Duration.ofSeconds(2);

	private final TestRedis redis;

	private final CountedSource source = new CountedSource();

	private final EventCounts events = new EventCounts();

	private final List<ConfigurableApplicationContext> contexts = new ArrayList<>();

	TimeToIdleTests(TestRedis redis) {
		this.redis = redis;
	}

	@AfterEach
	void stop() {
		this.redis.assertNoLocksLeft();
		this.contexts.forEach(ConfigurableApplicationContext::close);
		this.redis.clear();
	}

	@Test
	void hitIsTheOneReadThatTheCacheMakesAndOneThatNobodyReadsEnds() {
		BesidePrices prices = start().getBean(BesidePrices.class);
		assertThat(prices.find("a")).isEqualTo(Price.of("a", 1));
		try (RedisMonitor monitor = this.redis.monitor()) {
			assertThat(prices.find("a")).isEqualTo(Price.of("a", 1));
			Awaitility.await().until(() -> !monitor.sent(this.redis.key("app:prices::a")).isEmpty());
			assertThat(monitor.sent(this.redis.key("app:prices::a"))).extracting(MonitoredCommand::name)
				.containsExactly("GETEX");
		}
		assertThat(remaining("app:prices::a")).isBetween(1L, IDLE.toMillis());
		Awaitility.await().until(() -> remaining("app:prices::a") == -2);
		assertThat(prices.find("a")).isEqualTo(Price.of("a", 2));
	}

	@Test
	void losersThatWaitDoNotTouchTheCacheWithEachPoll() throws Exception {
		BesidePrices one = start().getBean(BesidePrices.class);
		ConfigurableApplicationContext elsewhere = start("stampede.wake-up=poll", "stampede.poll-interval=5ms",
				"stampede.poll-interval-max=10ms");
		BesidePrices other = elsewhere.getBean(BesidePrices.class);
		CountDownLatch reading = new CountDownLatch(1);
		CountDownLatch gate = new CountDownLatch(1);
		this.source.work = () -> {
			reading.countDown();
			pass(gate);
		};
		try (RedisMonitor monitor = this.redis.monitor()) {
			CompletableFuture<Price> winner = later(() -> one.find("a"));
			assertThat(reading.await(20, TimeUnit.SECONDS)).isTrue();
			monitor.clear();
			CompletableFuture<Price> loser = later(() -> other.find("a"));
			Awaitility.await().until(() -> polls(monitor) >= 50);
			assertThat(monitor.sent(this.redis.key("app:prices::a"))).extracting(MonitoredCommand::name)
				.containsOnly("GETEX")
				.hasSizeLessThanOrEqualTo(2);
			gate.countDown();
			assertThat(winner).succeedsWithin(20, TimeUnit.SECONDS).isEqualTo(Price.of("a", 1));
			assertThat(loser).succeedsWithin(20, TimeUnit.SECONDS).isEqualTo(Price.of("a", 1));
		}
		finally {
			gate.countDown();
		}
		assertThat(this.source.reads()).isEqualTo(1);
	}

	@Test
	void staleCopyOfOursEndsAtItsTimeThoughItIsReadAllTheWhile() {
		StampedeOperations operations = start("stampede.caches.ours.ttl=200ms",
				"stampede.caches.ours.stale-if-error-ttl=1s", "stampede.caches.ours.stale-ttl=1s",
				"stampede.caches.ours.failure-backoff=50ms")
			.getBean(StampedeOperations.class);
		operations.get("ours", "a", String.class, () -> "v1");
		List<Long> remaining = new ArrayList<>();
		assertThatIllegalStateException().isThrownBy(() -> {
			while (true) {
				remaining.add(remaining("ours::a"));
				assertThat(operations.<String>get("ours", "a", String.class, () -> {
					throw new IllegalStateException("source down");
				})).isEqualTo("v1");
			}
		}).withMessage("source down");
		assertThat(remaining).hasSizeGreaterThan(1).isSortedAccordingTo((one, other) -> Long.compare(other, one));
		assertThat(this.events.count("requested.STALE")).isPositive();
		Awaitility.await().until(() -> remaining("ours::a") == -2);
	}

	private long polls(RedisMonitor monitor) {
		return monitor.sent("lock:{" + this.redis.key("prices::a") + "}").size();
	}

	private long remaining(String name) {
		return (Long) Objects.requireNonNull(this.redis.call("PTTL", this.redis.key(name)));
	}

	private static CompletableFuture<Price> later(Supplier<Price> call) {
		return CompletableFuture.supplyAsync(call, (task) -> new Thread(task).start());
	}

	private static void pass(CountDownLatch gate) {
		try {
			assertThat(gate.await(60, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private ConfigurableApplicationContext start(String... properties) {
		ConfigurableApplicationContext started = new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.properties(this.redis.properties())
			.properties("stampede.redis-timeout=5s")
			.properties(properties)
			.initializers((context) -> {
				GenericApplicationContext generic = (GenericApplicationContext) context;
				generic.registerBean(CountedSource.class, () -> this.source);
				generic.registerBean(EventCounts.class, () -> this.events);
			})
			.run();
		this.contexts.add(started);
		return started;
	}

	/**
	 * An application that keeps entries while they are read.
	 */
	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@EnableCaching
	@Import(BesidePrices.class)
	static class Application {

		@Bean
		RedisCacheManager cacheManager(RedisConnectionFactory factory, Environment environment) {
			return RedisCacheManager.builder(factory)
				.cacheDefaults(RedisCacheConfiguration.defaultCacheConfig()
					.entryTtl(IDLE)
					.enableTimeToIdle()
					.prefixCacheNameWith(environment.getRequiredProperty("stampede.key-prefix") + "app:"))
				.build();
		}

	}

}
