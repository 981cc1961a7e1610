package dev.stampede.acceptance;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.support.NoOpCacheManager;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import dev.stampede.StampedeProtected;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.event.StampedeListener.Request;
import dev.stampede.key.EntryKey;
import dev.stampede.store.KeyState;
import dev.stampede.test.StampedeEvents;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Instances whose results cannot be stored, on a real Redis: they read at the same time,
 * each once, and nobody times out. If they queued for the lock, the queue would be longer
 * than any of them waits.
 */
@ExtendWith({ RedisExtension.class, OutputCaptureExtension.class })
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UncacheableFleetTests {

	private static final int INSTANCES = 8;

	private static final int CALLS = 6;

	private final TestRedis redis;

	private final List<ConfigurableApplicationContext> instances = new ArrayList<>();

	UncacheableFleetTests(TestRedis redis) {
		this.redis = redis;
	}

	@BeforeAll
	void start() {
		for (int i = 0; i < INSTANCES; i++) {
			this.instances.add(new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
				.bannerMode(Banner.Mode.OFF)
				.properties(this.redis.properties())
				.properties("stampede.redis-timeout=5s", "stampede.defaults.wait-timeout=1500ms",
						"stampede.caches.nulls.cache-nulls=false", "stampede.caches.large.max-value-size=10B")
				.run());
		}
	}

	@AfterAll
	void stop() {
		this.redis.assertNoLocksLeft();
		this.instances.forEach(ConfigurableApplicationContext::close);
	}

	@Test
	void whatUnlessKeepsOutIsReadAtTheSameTime() throws Exception {
		callAll((results) -> () -> results.findVetoed("a"));
		assertThat(requests("vetoed", Request.PASSED)).isGreaterThanOrEqualTo(INSTANCES);
	}

	@Test
	void nullThatIsNotToBeStoredIsReadAtTheSameTime() throws Exception {
		callAll((results) -> () -> results.findNothing("a"));
		assertThat(requests("nulls", Request.PASSED)).isGreaterThanOrEqualTo(INSTANCES);
	}

	@Test
	void whatCannotBeEncodedIsReadAtTheSameTime() throws Exception {
		callAll((results) -> () -> results.findUnencodable("a"));
		assertThat(requests("unencodable", Request.PASSED)).isGreaterThanOrEqualTo(INSTANCES);
	}

	@Test
	void whatIsTooLargeIsReadAtTheSameTimeAndWarnedOfOnce(CapturedOutput output) throws Exception {
		callAll((results) -> () -> results.findLarge("a"));
		assertThat(requests("large", Request.PASSED)).isGreaterThanOrEqualTo(INSTANCES);
		assertThat(output)
			.contains("it takes 22 bytes, more than the 10 bytes of stampede.caches.large.max-value-size");
		assertThat(output.getAll().split("since it takes 22 bytes", -1)).hasSizeLessThanOrEqualTo(INSTANCES + 1);
	}

	@Test
	void whatUnlessKeepsOutOfAnExternalCacheIsReadAtTheSameTime() throws Exception {
		callAll((results) -> () -> results.findVetoedBesideCacheable("a"));
		assertThat(requests("external", Request.PASSED)).isGreaterThanOrEqualTo(INSTANCES);
	}

	@Test
	void whatAnExternalCacheTakesMarksNothing() throws Exception {
		callAll((results) -> () -> results.findBesideCacheable("b"));
		assertThat(requests("external", Request.LOADED)).isPositive();
		StampedeEngine engine = this.instances.get(0).getBean(StampedeEngine.class);
		assertThat(engine.inspect(EntryKey.of("external", "b")).lock()).isEqualTo(KeyState.LockState.FREE);
	}

	@Test
	void cacheThatShowsNothingMarksItsKey() throws Exception {
		Results results = this.instances.get(0).getBean(Results.class);
		results.findInNothing("c");
		StampedeEngine engine = this.instances.get(1).getBean(StampedeEngine.class);
		assertThat(engine.inspect(EntryKey.of("nothing", "c")).lock()).isEqualTo(KeyState.LockState.PASS);
		this.instances.get(1).getBean(Results.class).findInNothing("c");
		assertThat(requests("nothing", Request.PASSED)).isEqualTo(1);
	}

	@Test
	void cacheThatKeepsNothingIsWaitedForOnce(CapturedOutput output) {
		Results results = this.instances.get(2).getBean(Results.class);
		results.findInNothing("d0");
		long begin = System.nanoTime();
		for (int i = 1; i <= 20; i++) {
			results.findInNothing("d" + i);
		}
		assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(9));
		assertThat(output).contains("The cache 'nothing' did not show within 500ms what @Cacheable on "
				+ "UncacheableFleetTests.Results.findInNothing(String) had put into it");
	}

	private void callAll(Caller caller) throws Exception {
		ExecutorService executor = Executors.newFixedThreadPool(2 * INSTANCES);
		try {
			List<Future<Integer>> done = new ArrayList<>();
			for (ConfigurableApplicationContext instance : this.instances) {
				Callable<?> call = caller.of(instance.getBean(Results.class));
				for (int i = 0; i < 2; i++) {
					done.add(executor.submit(() -> {
						for (int n = 0; n < CALLS; n++) {
							call.call();
						}
						return CALLS;
					}));
				}
			}
			for (Future<Integer> future : done) {
				assertThat(future.get(1, TimeUnit.MINUTES)).isEqualTo(CALLS);
			}
		}
		finally {
			executor.shutdownNow();
		}
		assertThat(this.instances).allSatisfy(
				(instance) -> assertThat(instance.getBean(Source.class).mostAtATime()).as("reads at a time").isOne());
	}

	private int requests(String cacheName, Request result) {
		return this.instances.stream()
			.mapToInt((instance) -> instance.getBean(StampedeEvents.class).requests(cacheName, result))
			.sum();
	}

	/** Makes the call of an instance. */
	private interface Caller {

		Callable<?> of(Results results);

	}

	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@EnableCaching
	@Import({ Results.class, Source.class, StampedeEvents.class })
	static class Application {

		@Bean
		@Primary
		RedisCacheManager cacheManager(RedisConnectionFactory connections, Environment environment) {
			String prefix = environment.getRequiredProperty("stampede.key-prefix");
			return RedisCacheManager.builder(connections)
				.cacheDefaults(RedisCacheConfiguration.defaultCacheConfig()
					.entryTtl(Duration.ofSeconds(10))
					.prefixCacheNameWith(prefix + "app:"))
				.build();
		}

		@Bean
		CacheManager nothing() {
			return new NoOpCacheManager();
		}

	}

	/** Methods whose results cannot be stored, and one whose result can. */
	static class Results {

		private final Source source;

		Results(Source source) {
			this.source = source;
		}

		@StampedeProtected(cacheName = "vetoed", unless = "#result.length() > 0")
		String findVetoed(String id) {
			return this.source.read(id);
		}

		@StampedeProtected(cacheName = "nulls")
		@Nullable String findNothing(String id) {
			this.source.read(id);
			return null;
		}

		@StampedeProtected(cacheName = "unencodable")
		Unencodable findUnencodable(String id) {
			return new Unencodable(this.source.read(id));
		}

		@StampedeProtected(cacheName = "large")
		String findLarge(String id) {
			return this.source.read(id) + "-a-large-value-1234";
		}

		@StampedeProtected
		@Cacheable(cacheNames = "external", unless = "#result.length() > 0")
		String findVetoedBesideCacheable(String id) {
			return this.source.read(id);
		}

		@StampedeProtected
		@Cacheable("external")
		String findBesideCacheable(String id) {
			return this.source.read(id);
		}

		@StampedeProtected
		@Cacheable(cacheNames = "nothing", cacheManager = "nothing")
		String findInNothing(String id) {
			return this.source.read(id);
		}

	}

	/**
	 * Would come back with another value.
	 *
	 * @param value what is written differs from it
	 */
	record Unencodable(String value) {

		@Override
		public String value() {
			return this.value + "!";
		}

	}

	/** The source of one instance, which takes a while. */
	static class Source {

		private static final long READ_NANOS = Duration.ofMillis(200).toNanos();

		private final AtomicInteger reading = new AtomicInteger();

		private final AtomicInteger mostAtATime = new AtomicInteger();

		String read(String id) {
			this.mostAtATime.accumulateAndGet(this.reading.incrementAndGet(), Math::max);
			long end = System.nanoTime() + READ_NANOS;
			while (end - System.nanoTime() > 0) {
				LockSupport.parkNanos(this, end - System.nanoTime());
			}
			this.reading.decrementAndGet();
			return id;
		}

		int mostAtATime() {
			return this.mostAtATime.get();
		}

	}

}
