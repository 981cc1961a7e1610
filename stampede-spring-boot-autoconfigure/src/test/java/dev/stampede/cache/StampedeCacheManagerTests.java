package dev.stampede.cache;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cache.interceptor.SimpleKey;
import org.springframework.context.ConfigurableApplicationContext;

import dev.stampede.StampedeOperations;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Spring's cache annotations on our {@link CacheManager}, in two contexts on one Redis.
 */
@ExtendWith(RedisExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StampedeCacheManagerTests {

	private final TestRedis redis;

	private final CountedSource source = new CountedSource();

	private final List<ConfigurableApplicationContext> contexts = new ArrayList<>();

	StampedeCacheManagerTests(TestRedis redis) {
		this.redis = redis;
	}

	@BeforeAll
	void start() {
		this.contexts.add(context());
		this.contexts.add(context());
	}

	@AfterAll
	void stop() {
		this.contexts.forEach(ConfigurableApplicationContext::close);
	}

	@AfterEach
	void clear() {
		this.redis.assertNoLocksLeft();
		this.redis.clear();
		this.source.reset();
	}

	@Test
	void synchronizedCacheableReadsTheSourceOnceInTwoContexts() throws Exception {
		this.source.work = () -> this.source.awaitJoined(18);
		List<Price> found = ManyThreads.call(10, () -> one().find("a"), () -> other().find("a"));
		assertThat(found).hasSize(20).containsOnly(Price.of("a", 1));
		assertThat(this.source.reads()).isEqualTo(1);
	}

	@Test
	void plainCacheableLooksUpAndPutsAsSpringDoes() {
		assertThat(one().findPlain("a")).isEqualTo(Price.of("a", 1));
		assertThat(one().findPlain("a")).isEqualTo(Price.of("a", 1));
		assertThat(other().findPlain("a")).isEqualTo(Price.of("a", 1));
		assertThat(this.source.reads()).isEqualTo(1);
	}

	@Test
	void entriesAreThoseOfTheAnnotationAndOfTheOperations() {
		assertThat(one().findProtected("a")).isEqualTo(Price.of("a", 1));
		assertThat(one().find("a")).isEqualTo(Price.of("a", 1));
		assertThat(other().findPlain("a")).isEqualTo(Price.of("a", 1));
		assertThat(operations().get("prices", "a", Price.class, () -> Price.of("none", 0))).isEqualTo(Price.of("a", 1));
		operations().evict("prices", "a");
		assertThat(one().findPlain("a")).isEqualTo(Price.of("a", 2));
		assertThat(one().findProtected("a")).isEqualTo(Price.of("a", 2));
		assertThat(this.redis.call("EXISTS", this.redis.key("prices::a"))).isEqualTo(1L);
	}

	@Test
	void keyOfSeveralArgumentsIsThatOfTheAnnotation() {
		assertThat(one().find("a", 7)).isEqualTo(Price.of("a", 107));
		assertThat(other().findProtected("a", 7)).isEqualTo(Price.of("a", 107));
		assertThat(this.redis.call("EXISTS", this.redis.key("tuples::(a,7)"))).isEqualTo(1L);
		assertThat(cache("tuples").evictIfPresent(List.of("a", 7))).isTrue();
		assertThatIllegalArgumentException().isThrownBy(() -> cache("tuples").evict(new SimpleKey("a", 7)))
			.withMessageContaining("use a list or a record");
	}

	@Test
	void methodWithoutArgumentsHasOneEntry() {
		List<Price> found = one().findAll();
		assertThat(other().findAll()).isEqualTo(found).element(0).isEqualTo(Price.of("a", 1));
		assertThat(this.redis.call("EXISTS", this.redis.key("constant::()"))).isEqualTo(1L);
	}

	@Test
	void genericValuesComeBackWithoutSync() {
		assertThat(one().findAllPlain("a")).isEqualTo(other().findAllPlain("a")).containsExactly(Price.of("a", 1));
	}

	@Test
	void cachePutReplacesTheEntryEverywhere() {
		one().find("a");
		other().save(new Price("a", BigDecimal.TEN));
		assertThat(one().find("a")).isEqualTo(new Price("a", BigDecimal.TEN));
		assertThat(other().findPlain("a")).isEqualTo(new Price("a", BigDecimal.TEN));
		assertThat(this.source.reads()).isEqualTo(1);
	}

	@Test
	void cacheEvictRemovesTheEntryEverywhere() {
		one().find("a");
		one().find("b");
		other().drop("a");
		assertThat(one().find("a")).isEqualTo(Price.of("a", 3));
		assertThat(one().find("b")).isEqualTo(Price.of("b", 2));
	}

	@Test
	void cacheEvictBeforeInvocationRemovesAlthoughTheMethodFails() {
		one().find("a");
		assertThatIllegalStateException().isThrownBy(() -> other().dropEarly("a"));
		assertThat(one().find("a")).isEqualTo(Price.of("a", 2));
	}

	@Test
	void cacheEvictOfAllEntriesClearsTheCacheAndNoOther() {
		one().find("a");
		one().find("b");
		one().find("a", 7);
		other().dropAll();
		assertThat(one().find("a")).isEqualTo(Price.of("a", 4));
		assertThat(one().find("b")).isEqualTo(Price.of("b", 5));
		assertThat(other().find("a", 7)).isEqualTo(Price.of("a", 307));
	}

	@Test
	void evictionVoidsARegenerationThatRunsElsewhere() throws Exception {
		CountDownLatch reading = new CountDownLatch(1);
		CountDownLatch evicted = new CountDownLatch(1);
		this.source.work = () -> {
			reading.countDown();
			await(evicted);
		};
		ExecutorService executor = Executors.newSingleThreadExecutor();
		try {
			Future<Price> read = executor.submit(() -> one().find("a"));
			assertThat(reading.await(10, TimeUnit.SECONDS)).isTrue();
			other().drop("a");
			evicted.countDown();
			assertThat(read.get(10, TimeUnit.SECONDS)).isEqualTo(Price.of("a", 1));
		}
		finally {
			executor.shutdownNow();
		}
		assertThat(other().find("a")).isEqualTo(Price.of("a", 2));
		assertThat(one().find("a")).isEqualTo(Price.of("a", 2));
	}

	@Test
	void optionalsKeepTheirContentWhicheverAnnotationReadThem() {
		assertThat(one().findOptional("a")).contains(Price.of("a", 1));
		assertThat(other().findOptionalPlain("a")).contains(Price.of("a", 1));
		assertThat(one().findOptionalProtected("a")).contains(Price.of("a", 1));
		assertThat(one().findOptionalPlain("b")).contains(Price.of("b", 2));
		assertThat(other().findOptionalProtected("b")).contains(Price.of("b", 2));
		assertThat(other().findOptional("b")).contains(Price.of("b", 2));
	}

	@Test
	void emptyOptionalIsAHit() {
		for (int i = 0; i < 3; i++) {
			assertThat(one().findOptional("absent")).isEmpty();
			assertThat(other().findOptionalPlain("absent")).isEmpty();
			assertThat(other().findOptionalProtected("absent")).isEmpty();
		}
		assertThat(this.source.reads()).isEqualTo(1);
	}

	@Test
	void nullIsStoredUnlessConfigurationSaysNo() {
		for (int i = 0; i < 3; i++) {
			assertThat(one().findNull("a")).isNull();
			assertThat(other().findNullPlain("a")).isNull();
		}
		assertThat(this.source.reads()).isEqualTo(1);
		assertThat(one().findUnstoredNull("a")).isNull();
		assertThat(one().findUnstoredNull("a")).isNull();
		assertThat(this.source.reads()).isEqualTo(3);
	}

	@Test
	void futuresShareOneRead() throws Exception {
		this.source.work = () -> this.source.awaitJoined(8);
		List<Price> found = ManyThreads.call(5, () -> one().findLater("a").get(), () -> other().findLater("a").get());
		assertThat(found).hasSize(10).containsOnly(Price.of("a", 1));
		assertThat(other().findLaterPlain("a").get()).isEqualTo(Price.of("a", 1));
		assertThat(one().findLaterPlain("b").get()).isEqualTo(Price.of("b", 2));
		assertThat(other().findLater("b").get()).isEqualTo(Price.of("b", 2));
		assertThat(this.source.reads()).isEqualTo(2);
	}

	@Test
	void publishersShareOneRead() {
		assertThat(one().findMono("a").block()).isEqualTo(Price.of("a", 1));
		assertThat(other().findMono("a").block()).isEqualTo(Price.of("a", 1));
		assertThat(other().findMonoPlain("a").block()).isEqualTo(Price.of("a", 1));
		assertThat(one().findMonoPlain("b").block()).isEqualTo(Price.of("b", 2));
		assertThat(other().findMono("b").block()).isEqualTo(Price.of("b", 2));
		List<Price> first = one().findFlux("a").collectList().block();
		assertThat(first).containsExactly(Price.of("a", 3), Price.of("a", 0));
		assertThat(other().findFlux("a").collectList().block()).isEqualTo(first);
		assertThat(this.source.reads()).isEqualTo(3);
	}

	@Test
	void failureOfTheSourceReachesTheCallerAsThrown() {
		this.source.failure = new IOException("market closed");
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> one().findOrFail("a"))
			.withMessage("market closed");
		this.source.failure = new IllegalStateException("market broken");
		assertThatIllegalStateException().isThrownBy(() -> one().findOrFail("a")).withMessage("market broken");
		this.source.failure = null;
		assertThat(this.source.reads()).isEqualTo(2);
	}

	@Test
	void failureOfTheSourceReachesWaitersAsThrown() throws Exception {
		this.source.failure = new IOException("market closed");
		this.source.work = () -> this.source.awaitJoined(4);
		List<String> found = ManyThreads.call(5, () -> {
			try {
				return String.valueOf(one().findOrFail("a"));
			}
			catch (IOException ex) {
				return "" + ex.getMessage();
			}
		});
		assertThat(found).hasSize(5).containsOnly("market closed");
		assertThat(this.source.reads()).isEqualTo(1);
	}

	@Test
	void loaderThatFailsIsReportedAsSpringWantsIt() {
		assertThatExceptionOfType(Cache.ValueRetrievalException.class).isThrownBy(() -> numbers().get("a", () -> {
			throw new IOException("closed");
		})).withCauseInstanceOf(IOException.class);
	}

	@Test
	void cacheCanBeUsedWithoutAMethod() {
		Cache prices = cache("prices");
		assertThat(prices.getName()).isEqualTo("prices");
		assertThat(prices.get("a", Price.class)).isNull();
		prices.put("a", Price.of("a", 5));
		assertThat(prices.get("a", Price.class)).isEqualTo(Price.of("a", 5));
		assertThat(one().find("a")).isEqualTo(Price.of("a", 5));
		assertThatIllegalStateException().isThrownBy(() -> prices.get("a"))
			.withMessageContaining("use get(key, type) or StampedeOperations")
			.withMessageContaining("stampede.caches.prices.serializer");
		assertThat(prices.evictIfPresent("a")).isTrue();
		assertThat(prices.evictIfPresent("a")).isFalse();
		prices.put("b", Price.of("b", 5));
		assertThat(prices.invalidate()).isTrue();
		assertThat(prices.invalidate()).isFalse();
		prices.put("c", Price.of("c", 5));
		prices.clear();
		assertThat(prices.get("c", Price.class)).isNull();
	}

	@Test
	void cacheWithASerializerNeedsNoType() {
		Cache numbers = numbers();
		assertThat(numbers.get("a")).isNull();
		numbers.put("a", "1");
		assertThat(numbers.get("a")).isNotNull().extracting(Cache.ValueWrapper::get).isEqualTo("1");
		assertThat(numbers.get("a", () -> "2")).isEqualTo("1");
		assertThat(numbers.get("b", () -> "2")).isEqualTo("2");
		assertThat(numbers.retrieve("b")).isNotNull()
			.succeedsWithin(Duration.ofSeconds(10))
			.isInstanceOfSatisfying(Cache.ValueWrapper.class, (wrapper) -> assertThat(wrapper.get()).isEqualTo("2"));
		assertThat(numbers.retrieve("c")).isNotNull().succeedsWithin(Duration.ofSeconds(10)).isNull();
	}

	@Test
	void putIfAbsentPutsOnce() throws Exception {
		Cache prices = cache("prices");
		List<Optional<Object>> found = ManyThreads.call(5,
				() -> Optional.ofNullable(prices.putIfAbsent("a", Price.of("a", 1))).map(Cache.ValueWrapper::get),
				() -> Optional.ofNullable(other(CacheManager.class).getCache("prices"))
					.map((cache) -> cache.putIfAbsent("a", Price.of("a", 1)))
					.map(Cache.ValueWrapper::get));
		assertThat(found).filteredOn(Optional::isEmpty).hasSize(1);
		assertThat(found).filteredOn(Optional::isPresent).containsOnly(Optional.of(Price.of("a", 1)));
	}

	@Test
	void typeThatNobodyCanReadBackIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> one().findUnstorable("a"))
			.withMessageContaining("stampede.caches.unstorable.serializer");
	}

	@Test
	void namesAreThoseThatWereAskedFor() {
		one().find("a");
		one().findAll();
		assertThat(this.contexts.get(0).getBean(CacheManager.class).getCacheNames()).contains("constant", "prices");
		assertThatIllegalArgumentException().isThrownBy(() -> cache("a::b")).withMessageContaining("::");
	}

	private CachedPrices one() {
		return this.contexts.get(0).getBean(CachedPrices.class);
	}

	private CachedPrices other() {
		return other(CachedPrices.class);
	}

	private <T> T other(Class<T> type) {
		return this.contexts.get(1).getBean(type);
	}

	private StampedeOperations operations() {
		return other(StampedeOperations.class);
	}

	private Cache numbers() {
		return cache("numbers");
	}

	private Cache cache(String name) {
		return this.contexts.get(0).getBean(StampedeCacheManager.class).getCache(name);
	}

	private ConfigurableApplicationContext context() {
		return CachedApplication.run(this.redis, this.source, "stampede.cache-manager=true",
				"stampede.caches.no-nulls.cache-nulls=false", "stampede.caches.numbers.serializer=text");
	}

	private static void await(CountDownLatch latch) {
		try {
			assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
