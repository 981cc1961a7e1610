package dev.stampede.cache;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.CachingConfigurer;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.interceptor.CacheErrorHandler;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.cache.interceptor.KeyGenerator;
import org.springframework.cache.interceptor.LoggingCacheErrorHandler;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.data.redis.cache.RedisCache;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;

import dev.stampede.StampedeProtected;
import dev.stampede.event.StampedeListener;
import dev.stampede.event.StampedeListener.Request;
import dev.stampede.event.StampedeListener.SourceRead;
import dev.stampede.interceptor.InvalidStampedeProtectedException;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * {@code @StampedeProtected} beside {@code @Cacheable} on one method, in two contexts on
 * one Redis.
 */
@ExtendWith(RedisExtension.class)
class BesideCacheableTests {

	private final TestRedis redis;

	private final CountedSource source = new CountedSource();

	private final Map<StampedeListener.Request, Integer> requests = new ConcurrentHashMap<>();

	private final Map<StampedeListener.SourceRead, Integer> reads = new ConcurrentHashMap<>();

	private final PooledTransactionManager transactions = new PooledTransactionManager(3);

	private final List<ConfigurableApplicationContext> contexts = new ArrayList<>();

	BesideCacheableTests(TestRedis redis) {
		this.redis = redis;
	}

	@AfterEach
	void stop() {
		try {
			this.redis.assertNoLocksLeft();
		}
		finally {
			this.contexts.forEach(ConfigurableApplicationContext::close);
			this.redis.clear();
		}
	}

	@ParameterizedTest
	@EnumSource
	void herdOverTwoNodesReadsTheSourceOncePerCache(Managers manager) throws Exception {
		BesidePrices one = start(manager);
		BesidePrices other = start(manager);
		this.source.work = () -> this.source.awaitJoined(18);
		List<Price> found = ManyThreads.call(10, () -> one.find("a"), () -> other.find("a"));
		assertThat(this.source.reads()).isEqualTo(manager.isShared() ? 1 : 2);
		assertThat(found).hasSize(20);
		assertThat(Set.copyOf(found)).hasSize(manager.isShared() ? 1 : 2);
		assertThat(one.find("a")).isIn(found);
		assertThat(this.source.reads()).isEqualTo(manager.isShared() ? 1 : 2);
		assertThat(this.reads).isEqualTo(Map.of(SourceRead.SUCCESS, manager.isShared() ? 1 : 2));
	}

	@ParameterizedTest
	@EnumSource
	void herdOnASynchronizedMethodReadsTheSourceOncePerCache(Managers manager) throws Exception {
		BesidePrices one = start(manager);
		BesidePrices other = start(manager);
		if (manager != Managers.REDIS_LOCKING) { // its look-ups wait for the read, before
													// anybody joins
			this.source.work = () -> this.source.awaitJoined(18);
		}
		List<Price> found = ManyThreads.call(10, () -> one.findSynchronized("a"), () -> other.findSynchronized("a"));
		assertThat(found).hasSize(20);
		assertThat(this.source.reads()).isEqualTo(manager.isShared() ? 1 : 2);
	}

	@Test
	void callsAreCountedOnce() throws Exception {
		BesidePrices one = start(Managers.REDIS);
		BesidePrices other = start(Managers.REDIS);
		this.source.work = () -> this.source.awaitJoined(8);
		ManyThreads.call(5, () -> one.find("a"), () -> other.find("a"));
		one.find("a");
		assertThat(this.requests).containsOnlyKeys(Request.LOADED, Request.WAITED, Request.HIT)
			.containsEntry(Request.LOADED, 1);
		assertThat(this.requests.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(11);
	}

	@Test
	void everyCallerGetsACopyOfItsOwnWhereTheCacheMakesCopies() throws Exception {
		BesidePrices prices = start(Managers.REDIS);
		this.source.work = () -> this.source.awaitJoined(4);
		List<Price> found = ManyThreads.call(5, () -> prices.find("a"));
		assertThat(found.stream().map(System::identityHashCode)).doesNotHaveDuplicates();
	}

	@Test
	void entriesAreThoseOfTheCacheAndNoneOfOursIsLeft() {
		BesidePrices prices = start(Managers.REDIS_JSON);
		assertThat(prices.find("a")).isEqualTo(Price.of("a", 1));
		assertThat(this.redis.call("GET", this.redis.key("app:prices::a")))
			.isEqualTo("{\"product\":\"a\",\"amount\":1}");
		assertThat(this.redis.call("EXISTS", this.redis.key("prices::a"))).isEqualTo(0L);
		assertThat(prices.findWithoutOurs("a")).isEqualTo(Price.of("a", 1));
		prices.drop("a");
		await("app:prices::a", false);
		assertThat(prices.findWithoutOurs("a")).isEqualTo(Price.of("a", 2));
		await("app:prices::a", true);
		assertThat(prices.find("a")).isEqualTo(Price.of("a", 2));
	}

	@Test
	void lockIsNamedAfterTheCacheAndTheKey() {
		BesidePrices prices = start(Managers.REDIS);
		List<String> locks = new ArrayList<>();
		this.source.work = () -> locks.addAll(this.redis.locksAndMarks());
		prices.find("a");
		prices.find("a", 7);
		prices.findAll("a");
		assertThat(locks).containsExactly("lock:{" + this.redis.key("prices::a") + "}",
				"lock:{" + this.redis.key("prices::(a,7)") + "}", "lock:{" + this.redis.key("a::a") + "}");
	}

	@Test
	void unlessKeepsAResultOutOfEveryCacheAndNobodyWaitsLonger() throws Exception {
		BesidePrices prices = start(Managers.REDIS);
		for (int round = 1; round <= 2; round++) {
			int joined = 4 * round;
			this.source.work = () -> this.source.awaitJoined(joined);
			List<List<Price>> found = ManyThreads.call(5, () -> prices.findAll("none"));
			assertThat(found).hasSize(5).containsOnly(List.of());
			assertThat(this.source.reads()).isEqualTo(round);
		}
		assertThat(this.redis.call("EXISTS", this.redis.key("app:a::none"), this.redis.key("app:b::none")))
			.isEqualTo(0L);
	}

	@Test
	void everyNamedCacheIsFilledAndAnyOfThemAnswers() {
		BesidePrices prices = start(Managers.REDIS);
		assertThat(prices.findAll("x")).containsExactly(Price.of("x", 1));
		cache("a").evict("x");
		await("app:a::x", false);
		assertThat(prices.findAll("x")).containsExactly(Price.of("x", 1));
		cache("b").evict("x");
		await("app:b::x", false);
		assertThat(prices.findAll("x")).containsExactly(Price.of("x", 2));
	}

	@Test
	void callWhoseConditionDoesNotHoldJustRuns() {
		BesidePrices prices = start(Managers.REDIS);
		prices.findConditionally("uncached");
		prices.findConditionally("uncached");
		assertThat(this.source.reads()).isEqualTo(2);
		assertThat(prices.findConditionally("a")).isEqualTo(prices.findConditionally("a"));
		assertThat(cache("prices").get("when a", Price.class)).isEqualTo(Price.of("a", 3));
		assertThat(this.requests).isEqualTo(Map.of(Request.BYPASSED, 2, Request.LOADED, 1, Request.HIT, 1));
	}

	@Test
	void optionalsAndNullsAreHits() {
		BesidePrices prices = start(Managers.REDIS);
		for (int i = 0; i < 3; i++) {
			assertThat(prices.findOptional("a")).contains(Price.of("a", 1));
		}
		for (int i = 0; i < 3; i++) {
			assertThat(prices.findOptional("absent")).isEmpty();
		}
		for (int i = 0; i < 3; i++) {
			assertThat(prices.findNull("a")).isNull();
		}
		assertThat(this.source.reads()).isEqualTo(3);
	}

	@Test
	void failureReachesCallersAsThrown() throws Exception {
		BesidePrices prices = start(Managers.REDIS);
		this.source.failure = new IOException("closed");
		this.source.work = () -> this.source.awaitJoined(4);
		List<String> found = ManyThreads.call(5, () -> {
			try {
				return String.valueOf(prices.findOrFail("a"));
			}
			catch (IOException ex) {
				return "" + ex.getMessage();
			}
		});
		assertThat(found).hasSize(5).containsOnly("closed");
		assertThat(this.source.reads()).isEqualTo(1);
		this.source.reset();
		assertThat(prices.findOrFail("a")).isEqualTo(Price.of("a", 1));
	}

	@Test
	void loserGetsItsDefault() throws Exception {
		BesidePrices one = start(Managers.REDIS);
		BesidePrices other = start(Managers.REDIS);
		CountDownLatch reading = new CountDownLatch(1);
		CountDownLatch lost = new CountDownLatch(1);
		this.source.work = () -> {
			reading.countDown();
			await(lost);
		};
		ExecutorService executor = Executors.newSingleThreadExecutor();
		try {
			Future<Price> winner = executor.submit(() -> one.findOrDefault("a"));
			assertThat(reading.await(10, TimeUnit.SECONDS)).isTrue();
			assertThat(one.findOrDefault("a")).isEqualTo(Price.of("unknown a", 0));
			assertThat(other.findOrDefault("a")).isEqualTo(Price.of("unknown a", 0));
			lost.countDown();
			assertThat(winner.get(10, TimeUnit.SECONDS)).isEqualTo(Price.of("a", 1));
		}
		finally {
			lost.countDown();
			executor.shutdownNow();
		}
		assertThat(other.findOrDefault("a")).isEqualTo(Price.of("a", 1));
	}

	@Test
	void losersHoldNoConnectionWhileTheyWaitInAnyOrderOfAnnotations() throws Exception {
		BesidePrices prices = start(Managers.REDIS);
		List<Callable<Price>> calls = List.of(() -> prices.findInTransaction("a"),
				() -> prices.findInTransactionAnnotatedInAnotherOrder("b"));
		for (Callable<Price> call : calls) {
			this.source.reset();
			this.source.work = () -> this.source.awaitJoined(19);
			List<Price> found = ManyThreads.call(20, call);
			assertThat(Set.copyOf(found)).hasSize(1);
			assertThat(this.source.reads()).isEqualTo(1);
			assertThat(this.transactions.peak()).isEqualTo(1);
		}
	}

	@Test
	void keyOfATypeWithoutValueSemanticsRunsUnprotectedAndCached() {
		BesidePrices prices = start(Managers.CONCURRENT_MAP);
		Thread key = new Thread("a");
		assertThat(prices.findByOpaqueKey(key)).isEqualTo(Price.of("a", 1));
		assertThat(prices.findByOpaqueKey(key)).isEqualTo(Price.of("a", 1));
		assertThat(this.requests).isEqualTo(Map.of(Request.BYPASSED, 2));
	}

	@Test
	void keyGeneratorAndCacheResolverKeepTheirMeaning() {
		BesidePrices prices = start(Managers.REDIS);
		assertThat(prices.findByGeneratedKey("abc")).isEqualTo(Price.of("abc", 1));
		assertThat(prices.findByGeneratedKey("abc")).isEqualTo(Price.of("abc", 1));
		assertThat(cache("prices").get("cba", Price.class)).isEqualTo(Price.of("abc", 1));
		assertThat(prices.findInResolvedCache("x")).isEqualTo(Price.of("x", 2));
		assertThat(prices.findInResolvedCache("x")).isEqualTo(Price.of("x", 2));
		assertThat(cache("resolved-x").get("x", Price.class)).isEqualTo(Price.of("x", 2));
	}

	@Test
	void errorHandlerDecidesAboutACacheThatFails() {
		BesidePrices prices = start(Managers.REDIS);
		this.redis.call("LPUSH", this.redis.key("app:prices::a"), "no value");
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> prices.find("a"));
		assertThat(this.source.reads()).isZero();
		BesidePrices lenient = start(Managers.REDIS, LenientErrors.class);
		assertThat(lenient.find("a")).isEqualTo(Price.of("a", 1));
		// one look of ours, one of Spring's
		assertThat(this.contexts.get(1).getBean(LenientErrors.class).errors()).isEqualTo(2);
	}

	@Test
	void managerIsFoundByItsClassAndItsStatisticsGoOn() {
		BesidePrices prices = start(Managers.REDIS);
		prices.find("a");
		prices.find("a");
		RedisCacheManager manager = this.contexts.get(0).getBean(RedisCacheManager.class);
		assertThat(manager.getCache("prices")).isInstanceOfSatisfying(RedisCache.class, (cache) -> {
			// it counts a put when the answer has come
			Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> cache.getStatistics().getPuts() == 1);
			assertThat(cache.getStatistics().getHits()).isPositive();
		});
	}

	@Test
	void redisThatIsAwayLetsEachNodeReadOnce() throws Exception {
		BesidePrices prices = start(Managers.CAFFEINE, "spring.data.redis.port=1");
		this.source.work = () -> this.source.awaitJoined(9);
		List<Price> found = ManyThreads.call(10, () -> prices.find("a"));
		assertThat(found).hasSize(10).containsOnly(Price.of("a", 1));
		assertThat(prices.find("a")).isEqualTo(Price.of("a", 1));
		assertThat(this.source.reads()).isEqualTo(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "ttl=2s", "stale-ttl=5m" })
	void lifetimeInTheSectionOfTheCacheIsRefusedAtTheStart(String setting) {
		assertThatExceptionOfType(InvalidStampedeProtectedException.class)
			.isThrownBy(() -> start(Managers.REDIS, "stampede.caches.prices." + setting))
			.withMessageContaining("ttl or stale-ttl is set");
	}

	@Test
	void staleCopiesAreRefusedAtTheStart() {
		assertThatExceptionOfType(InvalidStampedeProtectedException.class)
			.isThrownBy(() -> start(Managers.REDIS, "stampede.caches.prices.on-lose=serve-stale,poll"))
			.withMessageContaining("SERVE_STALE is set beside @Cacheable");
		assertThatExceptionOfType(InvalidStampedeProtectedException.class)
			.isThrownBy(() -> start(Managers.REDIS, "stampede.caches.prices.stale-if-error-ttl=5m"))
			.withMessageContaining("stale-if-error-ttl is set beside @Cacheable");
		assertThat(start(Managers.REDIS, "stampede.defaults.on-lose=serve-stale,poll",
				"stampede.defaults.stale-if-error-ttl=5m", "stampede.defaults.refresh=background")
			.find("a")).isEqualTo(Price.of("a", 1));
	}

	@Test
	void nameThatIsSharedWithEntriesOfOursIsRefusedAtTheStart() {
		assertThatExceptionOfType(InvalidStampedeProtectedException.class)
			.isThrownBy(() -> start(Managers.REDIS, SharedName.class))
			.withMessageContaining("SharedName.find(String)")
			.withMessageContaining("its cache 'prices' is also that of");
	}

	@Test
	void methodOnOurOwnManagerIsProtectedLikeAnyOther() throws Exception {
		BesidePrices one = start(null, CachingEnabled.class, "stampede.cache-manager=true");
		BesidePrices other = start(null, CachingEnabled.class, "stampede.cache-manager=true");
		this.source.work = () -> this.source.awaitJoined(18);
		assertThat(ManyThreads.call(10, () -> one.find("a"), () -> other.find("a"))).containsOnly(Price.of("a", 1));
		this.source.work = () -> this.source.awaitJoined(36);
		assertThat(ManyThreads.call(10, () -> one.findSynchronized("a"), () -> other.findSynchronized("a")))
			.containsOnly(Price.of("a", 2));
		assertThat(this.reads).isEqualTo(Map.of(SourceRead.SUCCESS, 2));
		assertThat(this.requests).doesNotContainKeys(Request.BYPASSED, Request.ERROR).containsEntry(Request.LOADED, 2);
		assertThat(one.findWithoutOurs("a")).isEqualTo(Price.of("a", 1));
		assertThat(this.redis.call("EXISTS", this.redis.key("prices::a"), this.redis.key("sync::a"))).isEqualTo(2L);
	}

	@Test
	void conditionUnlessAndOptionalsKeepTheirMeaningOnOurOwnManager() {
		BesidePrices prices = start(null, CachingEnabled.class, "stampede.cache-manager=true");
		prices.findAll("none");
		prices.findAll("none");
		prices.findConditionally("uncached");
		prices.findConditionally("uncached");
		assertThat(this.source.reads()).isEqualTo(4);
		assertThat(prices.findAll("a")).isEqualTo(prices.findAll("a")).containsExactly(Price.of("a", 5));
		assertThat(prices.findOptional("absent")).isEqualTo(prices.findOptional("absent")).isEmpty();
		assertThat(prices.findOptional("a")).isEqualTo(prices.findOptional("a")).contains(Price.of("a", 7));
		assertThat(this.source.reads()).isEqualTo(7);
		assertThat(this.redis.call("EXISTS", this.redis.key("a::a"), this.redis.key("b::a"))).isEqualTo(2L);
	}

	@Test
	void transactionAwareCacheIsRefusedAtTheStart() {
		assertThatExceptionOfType(InvalidStampedeProtectedException.class)
			.isThrownBy(() -> start(null, CachingEnabled.class, "stampede.cache-manager=true",
					"stampede.defaults.transaction-aware=true"))
			.withMessageContaining("is transaction-aware");
	}

	@Test
	void lifetimeOfAForeignEntryIsRefusedAtTheStart() {
		assertThatExceptionOfType(InvalidStampedeProtectedException.class)
			.isThrownBy(() -> start(Managers.REDIS, Lifetime.class))
			.withMessageContaining("Lifetime.find(String)")
			.satisfies((ex) -> assertThat(ex.getAction()).contains("spring.cache.redis.time-to-live"));
		assertThat(start(null, Lifetime.class, "stampede.cache-manager=true").find("a")).isEqualTo(Price.of("a", 1));
	}

	@Test
	void missingCachingIsRefusedAtTheStart() {
		assertThatExceptionOfType(InvalidStampedeProtectedException.class).isThrownBy(() -> start(null, Object.class))
			.withMessageContaining("caching is not enabled")
			.satisfies((ex) -> assertThat(ex.getAction()).startsWith("Add @EnableCaching"));
	}

	private BesidePrices start(Managers manager, String... properties) {
		return start(manager, CachingEnabled.class, properties);
	}

	private BesidePrices start(@Nullable Managers manager, Class<?> configuration, String... properties) {
		ConfigurableApplicationContext started = new SpringApplicationBuilder(Application.class, configuration)
			.web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.properties(this.redis.properties())
			.properties("stampede.redis-timeout=5s")
			.properties(properties)
			.initializers((context) -> register((GenericApplicationContext) context, manager))
			.run();
		this.contexts.add(started);
		return started.getBean(BesidePrices.class);
	}

	private void register(GenericApplicationContext context, @Nullable Managers manager) {
		context.registerBean(CountedSource.class, () -> this.source);
		context.registerBean(PlatformTransactionManager.class, () -> this.transactions);
		context.registerBean(StampedeListener.class, () -> new StampedeListener() {
			@Override
			public void requested(String cacheName, Request result) {
				BesideCacheableTests.this.requests.merge(result, 1, Integer::sum);
			}

			@Override
			public void sourceRead(String cacheName, SourceRead outcome, long nanos) {
				BesideCacheableTests.this.reads.merge(outcome, 1, Integer::sum);
			}
		});
		if (manager != null) {
			context.registerBean("cacheManager", manager.type(), () -> manager.create(context));
		}
	}

	private Cache cache(String name) {
		Cache cache = this.contexts.get(0).getBean(CacheManager.class).getCache(name);
		assertThat(cache).isNotNull();
		return Objects.requireNonNull(cache);
	}

	// the cache manager puts and evicts without waiting for the answer
	private void await(String key, boolean present) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(10))
			.until(() -> Long.valueOf(present ? 1 : 0).equals(this.redis.call("EXISTS", this.redis.key(key))));
	}

	private static void await(CountDownLatch latch) {
		try {
			assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * An application whose methods carry both annotations.
	 */
	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@EnableTransactionManagement
	@Import(BesidePrices.class)
	static class Application {

		@Bean
		KeyGenerator reversed() {
			return (target, method, params) -> new StringBuilder().append(params[0]).reverse().toString();
		}

		@Bean
		CacheResolver byArgument(ObjectProvider<CacheManager> manager) {
			return (context) -> List
				.of(Objects.requireNonNull(manager.getObject().getCache("resolved-" + context.getArgs()[0])));
		}

	}

	/**
	 * Caching as most have it.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class CachingEnabled {

	}

	/**
	 * A method whose entries are ours, in a cache of the same name.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class SharedName {

		@StampedeProtected("prices")
		Price find(String product) {
			return Price.of(product, 0);
		}

	}

	/**
	 * A method that says how long its entries live.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class Lifetime {

		@StampedeProtected(ttl = 5_000)
		@Cacheable("limited")
		Price find(String product) {
			return Price.of(product, 0);
		}

	}

	/**
	 * Caching whose errors are logged.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class LenientErrors implements CachingConfigurer {

		private final AtomicInteger errors = new AtomicInteger();

		int errors() {
			return this.errors.get();
		}

		@Override
		public CacheErrorHandler errorHandler() {
			return new LoggingCacheErrorHandler() {
				@Override
				public void handleCacheGetError(RuntimeException exception, Cache cache, Object key) {
					LenientErrors.this.errors.incrementAndGet();
				}
			};
		}

	}

}
