package dev.stampede.cache;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.Cache;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import dev.stampede.StampedeOperations;
import dev.stampede.event.StampedeListener;
import dev.stampede.interceptor.InvalidStampedeProtectedException;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

/**
 * Copies of an application's cached entries for losers, in contexts on one Redis: served
 * once the entry has run out by itself, and never after the application has evicted it.
 */
@ExtendWith({ RedisExtension.class, OutputCaptureExtension.class })
class BesideCopiesTests {

	private final TestRedis redis;

	private final CountedSource source = new CountedSource();

	private final List<ConfigurableApplicationContext> contexts = new ArrayList<>();

	private final ExecutorService executor = Executors.newSingleThreadExecutor();

	/**
	 * Of the entries in the application's cache: no test waits for the end of a minute.
	 */
	private Duration lifetime = Duration.ofMinutes(1);

	private volatile Runnable onceWon = () -> {
	};

	BesideCopiesTests(TestRedis redis) {
		this.redis = redis;
	}

	@AfterEach
	void stop() {
		this.executor.shutdownNow();
		this.contexts.forEach(ConfigurableApplicationContext::close);
		this.redis.clear();
	}

	@Test
	void losersOnEveryNodeGetTheCopyOnceTheEntryHasRunOut() throws Exception {
		this.lifetime = Duration.ofSeconds(1);
		CopiedPrices one = start();
		CopiedPrices other = start();
		one.find("a");
		awaitGone("copied::a");
		whileReading(() -> one.find("a"), Price.of("a", 2), () -> {
			assertThat(one.find("a")).isEqualTo(Price.of("a", 1));
			assertThat(other.find("a")).isEqualTo(Price.of("a", 1));
		});
		assertThat(other.find("a")).isEqualTo(Price.of("a", 2));
		assertThat(this.source.reads()).isEqualTo(2);
	}

	@Test
	void copyOfAnEntryThatOthersEvictedIsNotServedEarly() throws Exception {
		CopiedPrices one = start();
		CopiedPrices other = start();
		one.find("a");
		cache("copied").evict("a");
		awaitGone("copied::a");
		whileReading(() -> one.find("a"), Price.of("a", 2), () -> {
			assertThat(one.find("a")).isNull();
			assertThat(other.find("a")).isNull();
		});
	}

	@Test
	void copyStandsInForASourceThatFails() throws Exception {
		this.lifetime = Duration.ofSeconds(1);
		CopiedPrices prices = start();
		prices.findOrFail("a");
		awaitGone("spare::a");
		this.source.failure = new IOException("closed");
		assertThat(prices.findOrFail("a")).isEqualTo(Price.of("a", 1));
		assertThat(prices.findOrFail("a")).isEqualTo(Price.of("a", 1));
		assertThat(this.source.reads()).isEqualTo(2);
		this.redis.call("DEL", "lock:{" + this.redis.key("spare::a") + "}");
	}

	@Test
	void copyOfAnEntryThatWasEvictedByOtherMeansStandsInForNothing() throws Exception {
		CopiedPrices prices = start();
		prices.findOrFail("a");
		cache("spare").evict("a");
		awaitGone("spare::a");
		this.source.failure = new IOException("closed");
		assertThatIOException().isThrownBy(() -> prices.findOrFail("a")).withMessage("closed");
		this.redis.assertNoLocksLeft();
	}

	@ParameterizedTest
	@EnumSource
	void copyFallsWithWhatTheApplicationEvictsOrPuts(Writes write) throws Exception {
		CopiedPrices prices = start();
		prices.find("a");
		prices.find("b");
		assertThat(copies("a", "b")).isEqualTo(2);
		write.apply(prices, "a");
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> copies("a") == 0);
		assertThat(copies("b")).isEqualTo((write == Writes.EVICT_ALL) ? 0 : 1);
	}

	@Test
	void copyStaysWithWhatDoesNotHappen() throws Exception {
		CopiedPrices prices = start();
		prices.find("kept");
		prices.dropUnlessKept("kept");
		assertThatIOException().isThrownBy(() -> prices.putNothing(Price.of("kept", 7)));
		assertThat(copies("kept")).isEqualTo(1);
	}

	@Test
	void evictionDuringAReadLeavesNoCopyOfWhatWasRead() throws Exception {
		CopiedPrices one = start();
		CopiedPrices other = start();
		whileReading(() -> one.find("a"), Price.of("a", 1), () -> other.drop("a"));
		assertThat(copies("a")).isZero();
	}

	@Test
	void valueThatIsNotPutLeavesNoCopy() {
		CopiedPrices prices = start();
		prices.findUnless("a");
		assertThat(copies("unless a")).isEqualTo(1);
		cache("copied").evict("unless a");
		awaitGone("copied::unless a");
		assertThat(prices.findUnless("a")).isEqualTo(Price.of("a", 2));
		assertThat(copies("unless a")).isZero();
	}

	@Test
	void copyStaysWhereTheWinnerFindsTheEntry() {
		CopiedPrices prices = start();
		prices.find("a");
		cache("copied").evict("a");
		awaitGone("copied::a");
		this.onceWon = () -> {
			cache("copied").put("a", Price.of("a", 9));
			awaitExists("copied::a");
		};
		assertThat(prices.find("a")).isEqualTo(Price.of("a", 9));
		assertThat(this.source.reads()).isEqualTo(1);
		assertThat(copies("a")).isEqualTo(1);
	}

	@Test
	void clearLeavesTheEntriesOfTheApplication() {
		CopiedPrices prices = start();
		prices.find("a");
		this.contexts.get(0).getBean(StampedeOperations.class).clear("copied");
		assertThat(copies("a")).isZero();
		assertThat(prices.find("a")).isEqualTo(Price.of("a", 1));
	}

	@Test
	void whatCanGoWrongIsSaidOnceAtTheStart(CapturedOutput output) {
		start();
		assertThat(output.getOut().split("\n"))
			.filteredOn((line) -> line.contains("WARN") && line.contains("Stale copies of cache '"))
			.hasSize(2);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			stampede.caches.copied.stale-ttl=0 | SERVE_STALE is set beside @Cacheable, and stale-ttl is not
			stampede.caches.copied.on-lose=poll | : ttl or stale-ttl is set
			stampede.caches.copied.refresh=background | refresh BACKGROUND is set beside @Cacheable
			""")
	void settingsThatCannotWorkAreRefusedAtTheStart(String setting, String problem) {
		assertThatExceptionOfType(InvalidStampedeProtectedException.class).isThrownBy(() -> start(setting))
			.withMessageContaining(problem);
	}

	@Test
	void copiesOfUnknownLifetimeAreRefusedAtTheStart() {
		assertThatExceptionOfType(InvalidStampedeProtectedException.class)
			.isThrownBy(() -> start(List.of(), "stampede.caches.spare.stale-if-error-ttl=1m"))
			.withMessageContaining(
					"stale-if-error-ttl is set beside @Cacheable, and how long its cache keeps an entry is not known")
			.satisfies((ex) -> assertThat(ex.getAction()).startsWith("Set stampede.caches.spare.ttl to that lifetime"));
	}

	/**
	 * Holds a winner in the source while something happens.
	 */
	private void whileReading(Callable<Price> call, Price read, Runnable meanwhile) throws Exception {
		CountDownLatch reading = new CountDownLatch(1);
		CountDownLatch done = new CountDownLatch(1);
		this.source.work = () -> {
			reading.countDown();
			await(done);
		};
		Future<Price> winner = this.executor.submit(call);
		try {
			assertThat(reading.await(20, TimeUnit.SECONDS)).isTrue();
			meanwhile.run();
		}
		finally {
			done.countDown();
		}
		assertThat(winner.get(20, TimeUnit.SECONDS)).isEqualTo(read);
	}

	private long copies(String... keys) {
		List<String> command = new ArrayList<>(List.of("EXISTS"));
		for (String key : keys) {
			command.add("stale:{" + this.redis.key("copied::" + key) + "}");
		}
		return (Long) Objects.requireNonNull(this.redis.call(command.toArray(String[]::new)));
	}

	private void awaitGone(String key) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.until(() -> Long.valueOf(0).equals(this.redis.call("EXISTS", this.redis.key(key))));
	}

	private void awaitExists(String key) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(20))
			.until(() -> Long.valueOf(1).equals(this.redis.call("EXISTS", this.redis.key(key))));
	}

	private CopiedPrices start(String... properties) {
		return start(copies(), properties);
	}

	private List<String> copies() {
		return List.of("stampede.caches.copied.ttl=" + this.lifetime, "stampede.caches.copied.stale-ttl=1m",
				"stampede.caches.copied.on-lose=serve-stale,return-default",
				"stampede.caches.spare.ttl=" + this.lifetime, "stampede.caches.spare.stale-if-error-ttl=1m",
				"stampede.caches.spare.failure-backoff=1m");
	}

	private CopiedPrices start(List<String> common, String... properties) {
		ConfigurableApplicationContext started = new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.properties(this.redis.properties())
			.properties("stampede.redis-timeout=5s")
			.properties(common.toArray(String[]::new))
			.properties(properties)
			.initializers((context) -> register((GenericApplicationContext) context))
			.run();
		this.contexts.add(started);
		return started.getBean(CopiedPrices.class);
	}

	private void register(GenericApplicationContext context) {
		context.registerBean(CountedSource.class, () -> this.source);
		context.registerBean(StampedeListener.class, () -> new StampedeListener() {
			@Override
			public void lock(String cacheName, LockOutcome outcome) {
				if (outcome == LockOutcome.WON) {
					BesideCopiesTests.this.onceWon.run();
				}
			}
		});
		context.registerBean("cacheManager", RedisCacheManager.class, () -> manager(context));
	}

	// its keys are those that entries of ours would have
	private RedisCacheManager manager(GenericApplicationContext context) {
		RedisCacheManager manager = RedisCacheManager.builder(context.getBean(RedisConnectionFactory.class))
			.cacheDefaults(RedisCacheConfiguration.defaultCacheConfig()
				.entryTtl(this.lifetime)
				.prefixCacheNameWith(
						Objects.requireNonNull(context.getEnvironment().getProperty("stampede.key-prefix"))))
			.build();
		manager.afterPropertiesSet();
		return manager;
	}

	private Cache cache(String name) {
		return Objects.requireNonNull(this.contexts.get(0).getBean(RedisCacheManager.class).getCache(name));
	}

	private static void await(CountDownLatch latch) {
		try {
			assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * Ways in which an application writes to its cache.
	 */
	enum Writes {

		/** One entry. */
		EVICT,
		/** One entry, before a method that fails. */
		EVICT_BEFORE,
		/** All entries. */
		EVICT_ALL,
		/** Another value. */
		PUT,
		/** Another value, returned as an optional. */
		PUT_OPTIONAL,
		/** Another value, by a future. */
		PUT_LATER;

		void apply(CopiedPrices prices, String product) throws IOException {
			switch (this) {
				case EVICT -> prices.drop(product);
				case EVICT_BEFORE -> assertThatIOException().isThrownBy(() -> prices.dropBefore(product));
				case EVICT_ALL -> prices.dropAll();
				case PUT -> prices.put(Price.of(product, 7));
				case PUT_OPTIONAL -> prices.putOptional(Price.of(product, 7));
				case PUT_LATER -> prices.putLater(Price.of(product, 7)).join();
			}
		}

	}

	/**
	 * An application with caching.
	 */
	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@EnableCaching
	@Import(CopiedPrices.class)
	static class Application {

	}

}
