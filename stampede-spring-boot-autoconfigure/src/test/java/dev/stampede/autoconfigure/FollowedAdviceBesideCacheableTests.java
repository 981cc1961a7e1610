package dev.stampede.autoconfigure;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import dev.stampede.OnLose;
import dev.stampede.StampedeProtected;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

/**
 * Tests that whoever follows the advice about an annotation that does not go with the
 * {@code @Cacheable} beside it gets an application that starts and protects.
 */
@ExtendWith(RedisExtension.class)
class FollowedAdviceBesideCacheableTests {

	private final AdvisedApplication advised;

	FollowedAdviceBesideCacheableTests(TestRedis redis) {
		this.advised = new AdvisedApplication(redis, FollowedAdviceBesideCacheableTests.class);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			textBlock = """
					BesideCachePut    | Move one of the two annotations to another method | PutApart
					BesideCacheEvict  | Move one of the two annotations to another method | EvictApart
					SeveralCacheables | it may name several caches               | TwoNames
					FutureOfCacheable | Remove @Cacheable                        | StageMethod
					KeyOfItsOwn       | Move key to @Cacheable                   | KeyAtCacheable
					UnlessOfItsOwn    | Move unless to @Cacheable                | UnlessAtCacheable
					ConditionOfItsOwn | Move condition to @Cacheable             | ConditionAtCacheable
					NameOfItsOwn      | Name the cache at @Cacheable only        | NameAtCacheable
					TtlBesideCacheable | Remove ttl and staleTtl from the annotation | NameAtCacheable
					StaleBesideCacheable | onLose = OnLose.POLL                  | PollBesideCacheable
					StaleBesideCacheable | Set stampede.caches.a.ttl to that lifetime | StaleWithLifetime
					StaleBesideResolver | Name the cache at @Cacheable           | StaleWithLifetime
					StaleWithLifetime+NameAtCacheable | to the section of the cache, stampede.caches.a.on-lose | StaleWithLifetime
					MixedWithCacheable | onLose = OnLose.RETURN_DEFAULT in the annotation | DefaultBesideCacheable
					NameAtCacheable+SharedName | Give one of the two caches another name | NameAtCacheable+NameOfOurs
					""")
	void adviceWorks(String misuse, String advice, String followed) {
		this.advised.assertRefused(application(misuse), advice);
		this.advised.assertProtects(application(followed));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`',
			textBlock = """
					ttl=5s         | stampede.caches.a.ttl and stampede.caches.a.stale-ttl, and set the lifetime where the cache |
					on-lose=SERVE_STALE,POLL | stampede.caches.a.on-lose=POLL | on-lose=POLL
					on-lose=SERVE_STALE,POLL | Set stampede.caches.a.ttl to that lifetime, or | on-lose=SERVE_STALE,POLL;ttl=1m;stale-ttl=1m
					on-lose=SERVE_STALE,POLL;ttl=1m | Set stampede.caches.a.stale-ttl to how long a copy may be served after that, or | on-lose=SERVE_STALE,POLL;ttl=1m;stale-ttl=1m
					stale-if-error-ttl=5m | Set stampede.caches.a.ttl to that lifetime, or remove stampede.caches.a.stale-if-error-ttl | stale-if-error-ttl=5m;ttl=1m
					ttl=5s         | stampede.caches.a.on-lose=SERVE_STALE,POLL and set both stampede.caches.a.ttl and stampede.caches.a.stale-ttl | ttl=5s;stale-ttl=1m;on-lose=SERVE_STALE,POLL
					refresh=BACKGROUND | stampede.caches.a.refresh=INLINE | refresh=INLINE
					stale-if-error-ttl=5m | stampede.caches.a.stale-if-error-ttl |
					near.ttl=5s    | stampede.caches.a.near.ttl |
					on-lose=SERVE_STALE;refresh=BACKGROUND;near.ttl=5s | .on-lose=POLL; write stampede.caches.a.refresh=INLINE; remove stampede.caches.a.near.ttl; or | on-lose=POLL;refresh=INLINE
					""")
	void adviceAboutTheSectionOfTheCacheIsComplete(String wrong, String advice, @Nullable String right) {
		this.advised.assertRefused(application("NameAtCacheable").withPropertyValues(section(wrong)), advice);
		this.advised.assertProtects(application("NameAtCacheable").withPropertyValues(section(right)));
	}

	@Test
	void adviceAboutATransactionAwareCacheWorks() {
		ApplicationContextRunner transactional = this.advised.of("NameAtCacheable")
			.withUserConfiguration(CachingAlone.class)
			.withPropertyValues("stampede.cache-manager=true", "stampede.defaults.transaction-aware=true");
		this.advised.assertRefused(transactional, "Remove @StampedeProtected and write @Cacheable(sync = true)",
				"or set stampede.caches.a.transaction-aware=false");
		this.advised.assertProtects(transactional.withPropertyValues("stampede.caches.a.transaction-aware=false"));
		this.advised.assertProtects(this.advised.of("SynchronizedCacheable")
			.withUserConfiguration(CachingAlone.class)
			.withPropertyValues("stampede.cache-manager=true", "stampede.defaults.transaction-aware=true"));
	}

	@Test
	void adviceToEnableCachingWorks() {
		ApplicationContextRunner application = this.advised.of("NameAtCacheable");
		this.advised.assertRefused(application, "Add @EnableCaching to a configuration class", "or remove @Cacheable");
		this.advised.assertProtects(application.withUserConfiguration(Caching.class));
		this.advised.assertProtects(this.advised.of("NameOfOurs"));
	}

	private ApplicationContextRunner application(String types) {
		return this.advised.of(types.split("\\+", -1)).withUserConfiguration(Caching.class);
	}

	private static String[] section(@Nullable String settings) {
		String[] all = (settings != null) ? settings.split(";", -1) : new String[0];
		return Arrays.stream(all).map((setting) -> "stampede.caches.a." + setting).toArray(String[]::new);
	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class CachingAlone {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class Caching {

		@Bean
		ConcurrentMapCacheManager cacheManager() {
			return new ConcurrentMapCacheManager();
		}

	}

	static class KeyAtCacheable extends Followed {

		@StampedeProtected
		@Cacheable(cacheNames = "a", key = "#id")
		String find(String id) {
			return read();
		}

	}

	static class UnlessAtCacheable extends Followed {

		@StampedeProtected
		@Cacheable(cacheNames = "a", unless = "#result.empty")
		String find(String id) {
			return read();
		}

	}

	static class ConditionAtCacheable extends Followed {

		@StampedeProtected
		@Cacheable(cacheNames = "a", condition = "!#id.empty")
		String find(String id) {
			return read();
		}

	}

	static class NameAtCacheable extends Followed {

		@StampedeProtected
		@Cacheable("a")
		String find(String id) {
			return read();
		}

	}

	static class TwoNames extends Followed {

		@StampedeProtected
		@Cacheable({ "a", "b" })
		String find(String id) {
			return read();
		}

	}

	static class PollBesideCacheable extends Followed {

		@StampedeProtected(onLose = OnLose.POLL)
		@Cacheable("a")
		String find(String id) {
			return read();
		}

	}

	static class PutApart extends Followed {

		@StampedeProtected
		String find(String id) {
			return read();
		}

		@CachePut("a")
		String replace(String id) {
			return id;
		}

	}

	static class EvictApart extends Followed {

		@StampedeProtected
		String find(String id) {
			return read();
		}

		@CacheEvict("a")
		void forget(String id) {
		}

	}

	static class TtlBesideCacheable extends Followed {

		@StampedeProtected(ttl = 5000)
		@Cacheable("a")
		String find(String id) {
			return read();
		}

	}

	static class StaleBesideCacheable extends Followed {

		@StampedeProtected(onLose = OnLose.SERVE_STALE)
		@Cacheable("a")
		String find(String id) {
			return read();
		}

	}

	static class StaleBesideResolver extends Followed {

		@StampedeProtected(ttl = 60_000, staleTtl = 60_000, onLose = OnLose.SERVE_STALE)
		@Cacheable(cacheNames = "a", cacheResolver = "byTenant")
		String find(String id) {
			return read();
		}

	}

	static class StaleWithLifetime extends Followed {

		@StampedeProtected(ttl = 60_000, staleTtl = 60_000, onLose = OnLose.SERVE_STALE)
		@Cacheable("a")
		String find(String id) {
			return read();
		}

	}

	static class StageMethod extends Followed {

		@StampedeProtected
		CompletableFuture<String> find(String id) {
			return CompletableFuture.completedFuture(read());
		}

	}

	static class MixedWithCacheable extends Followed {

		@StampedeProtected(onLose = { OnLose.SERVE_STALE, OnLose.RETURN_DEFAULT }, fallback = "late")
		@Cacheable("a")
		String find(String id) {
			return read();
		}

		String late(String id) {
			return "late";
		}

	}

	static class DefaultBesideCacheable extends Followed {

		@StampedeProtected(onLose = OnLose.RETURN_DEFAULT, fallback = "late")
		@Cacheable("a")
		String find(String id) {
			return read();
		}

		String late(String id) {
			return "late";
		}

	}

	static class SharedName extends Followed {

		@StampedeProtected("a")
		String find(String id) {
			return read();
		}

	}

	static class NameOfOurs extends Followed {

		@StampedeProtected("ours")
		String find(String id) {
			return read();
		}

	}

	static class SynchronizedCacheable extends Followed {

		@Cacheable(cacheNames = "a", sync = true)
		String find(String id) {
			return read();
		}

	}

}
