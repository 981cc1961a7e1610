package dev.stampede.autoconfigure;

import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.aop.support.AopUtils;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.caffeine.CaffeineCacheManager;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.cache.jcache.JCacheCacheManager;
import org.springframework.cache.support.NoOpCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.cache.RedisCacheManager;

import dev.stampede.StampedeStoreException;
import dev.stampede.cache.CachedInvocationAdvisor;
import dev.stampede.cache.StampedeCacheManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link StampedeCacheAutoConfiguration} and
 * {@link StampedeFallbackCacheAutoConfiguration}. No Redis answers.
 */
@ExtendWith(OutputCaptureExtension.class)
class StampedeCacheAutoConfigurationTests {

	private final ApplicationContextRunner withoutBoots = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class, StampedeCacheAutoConfiguration.class,
				StampedeFallbackCacheAutoConfiguration.class, DataRedisAutoConfiguration.class,
				AopAutoConfiguration.class))
		.withPropertyValues("spring.data.redis.port=1");

	private final ApplicationContextRunner contextRunner = this.withoutBoots
		.withConfiguration(AutoConfigurations.of(CacheAutoConfiguration.class));

	/** With Caffeine alone beside Redis. */
	private final ApplicationContextRunner withoutJCache = this.contextRunner
		.withClassLoader(new FilteredClassLoader("javax.cache"));

	@Test
	void bootsCacheManagerStaysUnlessOursIsAskedFor() {
		this.contextRunner.withUserConfiguration(Caching.class)
			.withPropertyValues("spring.cache.type=redis")
			.run((context) -> assertThat(context).getBean(CacheManager.class).isInstanceOf(RedisCacheManager.class));
	}

	@Test
	void oursIsInFrontOfBootsWhenAskedFor(CapturedOutput output) {
		this.contextRunner.withUserConfiguration(Caching.class)
			.withPropertyValues("stampede.cache-manager=true")
			.run((context) -> {
				assertThat(context).hasSingleBean(CacheManager.class).hasSingleBean(StampedeCacheManager.class);
				assertThat(output).doesNotContain("dev.stampede").doesNotContain("not eligible");
			});
	}

	@Test
	void cachesThatMovedToRedisAreWarnedOf(CapturedOutput output) {
		this.withoutJCache.withUserConfiguration(NothingCached.class).run((context) -> {
			assertThat(context).getBean(CacheManager.class).isInstanceOf(RedisCacheManager.class);
			assertThat(output).containsOnlyOnce("Set spring.cache.type=caffeine to keep them there");
		});
	}

	@Test
	void warningOfMovedCachesIsRightWhenFollowed(CapturedOutput output) {
		this.contextRunner.withUserConfiguration(NothingCached.class)
			.withPropertyValues("spring.cache.type=caffeine")
			.run((context) -> {
				assertThat(context).getBean(CacheManager.class).isInstanceOf(CaffeineCacheManager.class);
				assertThat(output).doesNotContain("spring.cache.type");
			});
		this.contextRunner.withUserConfiguration(NothingCached.class)
			.withPropertyValues("spring.cache.type=redis")
			.run((context) -> assertThat(output).doesNotContain("spring.cache.type"));
	}

	@Test
	void cachesThatDidNotMoveAreNotWarnedOf(CapturedOutput output) {
		this.withoutJCache.withUserConfiguration(NothingCached.class)
			.withClassLoader(new FilteredClassLoader("javax.cache", "com.github.benmanes.caffeine"))
			.run((context) -> assertThat(context).getBean(CacheManager.class).isInstanceOf(RedisCacheManager.class));
		this.contextRunner.withUserConfiguration(NothingCached.class)
			.run((context) -> assertThat(context).getBean(CacheManager.class).isInstanceOf(JCacheCacheManager.class));
		this.withoutJCache.withUserConfiguration(OwnCacheManager.class)
			.run((context) -> assertThat(context).hasNotFailed());
		this.withoutJCache.run((context) -> assertThat(output).doesNotContain("spring.cache.type"));
	}

	@Test
	void oursCanBeAskedForWithoutAnnotations() {
		this.contextRunner.withPropertyValues("stampede.cache-manager=true")
			.run((context) -> assertThat(context).hasSingleBean(StampedeCacheManager.class)
				.doesNotHaveBean(CachedInvocationAdvisor.class));
	}

	@Test
	void oursIsRegisteredWhereThereIsNone() {
		this.withoutBoots.withUserConfiguration(Caching.class)
			.run((context) -> assertThat(context).hasSingleBean(CacheManager.class)
				.hasSingleBean(StampedeCacheManager.class));
	}

	@Test
	void nothingIsRegisteredWhereCachingIsNotEnabled() {
		this.withoutBoots.withBean(CachedSource.class).run((context) -> {
			assertThat(context).doesNotHaveBean(CacheManager.class).doesNotHaveBean(CachedInvocationAdvisor.class);
			assertThat(AopUtils.isAopProxy(context.getBean(CachedSource.class))).isFalse();
		});
	}

	@Test
	void cacheManagerOfTheApplicationStaysAndIsWarnedOf(CapturedOutput output) {
		this.contextRunner.withUserConfiguration(OwnCacheManager.class)
			.withPropertyValues("stampede.cache-manager=true")
			.run((context) -> {
				assertThat(context).getBean(CacheManager.class).isInstanceOf(ConcurrentMapCacheManager.class);
				assertThat(output)
					.containsOnlyOnce("stampede.cache-manager is true, but the application has a " + "CacheManager");
			});
	}

	@Test
	void nothingIsKeptWhileProtectionIsOff() {
		this.contextRunner.withUserConfiguration(Caching.class)
			.withPropertyValues("stampede.cache-manager=true", "stampede.enabled=false")
			.run((context) -> {
				assertThat(context).getBean(CacheManager.class).isInstanceOf(NoOpCacheManager.class);
				CachedSource cached = context.getBean(CachedSource.class);
				assertThat(cached.find("a")).isEqualTo("a1");
				assertThat(cached.find("a")).isEqualTo("a2");
			});
	}

	@Test
	void valueThatWasReadReachesItsCallerAlthoughRedisIsAway() {
		this.contextRunner.withUserConfiguration(Caching.class)
			.withPropertyValues("stampede.cache-manager=true")
			.run((context) -> {
				CachedSource cached = context.getBean(CachedSource.class);
				assertThat(cached.find("a")).isEqualTo("a1");
				assertThat(cached.findSynchronized("a")).isEqualTo("a2");
			});
	}

	@Test
	void putAndClosedFailuresSayThatRedisIsAway() {
		this.contextRunner.withUserConfiguration(Caching.class)
			.withPropertyValues("stampede.cache-manager=true", "stampede.on-redis-failure=fail-closed")
			.run((context) -> {
				CachedSource cached = context.getBean(CachedSource.class);
				assertThatExceptionOfType(StampedeStoreException.class).isThrownBy(() -> cached.find("a"));
				assertThatExceptionOfType(StampedeStoreException.class).isThrownBy(() -> cached.findSynchronized("a"));
				assertThatExceptionOfType(StampedeStoreException.class).isThrownBy(() -> cached.save("a"));
				assertThat(cached.reads()).isZero();
			});
		this.contextRunner.withUserConfiguration(Caching.class)
			.withPropertyValues("stampede.cache-manager=true")
			.run((context) -> assertThatExceptionOfType(StampedeStoreException.class)
				.isThrownBy(() -> context.getBean(CachedSource.class).save("a")));
	}

	@Test
	void sectionOfACachedMethodIsNotWarnedOfAndIsChecked(CapturedOutput output) {
		this.contextRunner.withUserConfiguration(Caching.class)
			.withPropertyValues("stampede.cache-manager=true", "stampede.caches.cached.ttl=5s")
			.run((context) -> assertThat(output).doesNotContain("bears the name"));
		this.contextRunner.withUserConfiguration(Caching.class)
			.withPropertyValues("stampede.cache-manager=true", "stampede.caches.cached.ttl=0s")
			.run((context) -> assertThat(context).getFailure().hasStackTraceContaining("stampede.caches.cached"));
	}

	/**
	 * A source that Spring's annotations cache.
	 */
	static class CachedSource {

		private final AtomicInteger reads = new AtomicInteger();

		@Cacheable("cached")
		String find(String id) {
			return id + this.reads.incrementAndGet();
		}

		@Cacheable(cacheNames = "cached", sync = true)
		String findSynchronized(String id) {
			return id + this.reads.incrementAndGet();
		}

		int reads() {
			return this.reads.get();
		}

		@CachePut("cached")
		String save(String id) {
			return id;
		}

	}

	/**
	 * An application with caching.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class Caching {

		@Bean
		CachedSource cachedSource() {
			return new CachedSource();
		}

	}

	/**
	 * An application with a manager of its own.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class NothingCached {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class OwnCacheManager {

		@Bean
		ConcurrentMapCacheManager cacheManager() {
			return new ConcurrentMapCacheManager();
		}

	}

}
