package dev.stampede.autoconfigure;

import javax.cache.annotation.CacheDefaults;
import javax.cache.annotation.CacheRemove;
import javax.cache.annotation.CacheResult;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AdviceMode;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.OverridingClassLoader;

import dev.stampede.StampedeConfigurationException;
import dev.stampede.StampedeProtected;
import dev.stampede.testing.EventCounts;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Protected methods beside caches that are not ours: evictions that miss our entries,
 * annotations of JSR-107, and caching that is woven in.
 */
@ExtendWith({ RedisExtension.class, OutputCaptureExtension.class })
class ForeignCachesTests {

	private static final String MISSED = "so it evicts nothing that @StampedeProtected on ";

	private final TestRedis redis;

	ForeignCachesTests(TestRedis redis) {
		this.redis = redis;
	}

	@BeforeEach
	void clear() {
		this.redis.clear();
	}

	@Test
	void evictionsThatMissOurEntriesAreNamed(CapturedOutput output) {
		application().withUserConfiguration(Caching.class)
			.withBean(Prices.class)
			.withBean(Writers.class)
			.withBean(JsrWriters.class)
			.run((context) -> assertThat(output)
				.contains("@CacheEvict on ForeignCachesTests.Writers.change names the cache 'prices' of a CacheManager "
						+ "that is not ours, " + MISSED + "ForeignCachesTests.Prices.find(String) keeps")
				.contains("@CachePut on ForeignCachesTests.Writers.put names the cache 'prices'")
				.contains("@CacheRemove on ForeignCachesTests.JsrWriters.change names the cache 'prices'")
				.contains("Call StampedeOperations.evict(\"prices\", key) there")
				.doesNotContain("'others'"));
	}

	@Test
	void evictionsOfOurManagerReachOurEntries(CapturedOutput output) {
		application("stampede.cache-manager=true").withUserConfiguration(OurCaching.class)
			.withBean(Prices.class)
			.withBean(Writers.class)
			.withBean(JsrWriters.class)
			.run((context) -> {
				Prices prices = context.getBean(Prices.class);
				assertThat(prices.find("a")).isEqualTo(prices.find("a"));
				context.getBean(Writers.class).change("a");
				assertThat(prices.reads()).isEqualTo(1);
				prices.find("a");
				assertThat(prices.reads()).isEqualTo(2);
				assertThat(output).doesNotContain(MISSED);
			});
	}

	@Test
	void evictionsOfACacheThatBothUseAreNotNamed(CapturedOutput output) {
		application().withUserConfiguration(Caching.class)
			.withBean(CachedPrices.class)
			.withBean(Writers.class)
			.run((context) -> assertThat(output).doesNotContain(MISSED));
	}

	@Test
	void lazyBeansThatNeedWhatIsNotThereDoNotStopTheStart(CapturedOutput output) throws ClassNotFoundException {
		Class<?> incomplete = Class.forName(Incomplete.class.getName(), false, new WithoutMissing());
		application().withUserConfiguration(Caching.class)
			.withBean(Prices.class)
			.withBean(Writers.class)
			.withInitializer(lazyBean(ElsewhereWriters.class))
			.withInitializer(lazyBean(incomplete))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(output).contains("Writers.change names the cache 'prices'");
			});
	}

	@Test
	void annotationOfJsr107BesideOursStopsTheStart() {
		application().withUserConfiguration(Caching.class)
			.withBean(JsrPrices.class)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(StampedeConfigurationException.class)
				.hasMessageContaining("JsrPrices.find(String)")
				.hasMessageContaining("it also has @CacheResult of JSR-107"));
	}

	@Test
	void cachingInAspectJModeStopsTheStartInItsName() {
		application().withUserConfiguration(WovenCaching.class)
			.withBean(CachedPrices.class)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOfSatisfying(StampedeConfigurationException.class, (ex) -> {
					assertThat(ex.getProblem()).contains("caching is in AspectJ mode");
					assertThat(ex.getAction()).contains("@EnableCaching without mode = AdviceMode.ASPECTJ");
				}));
	}

	@Test
	void methodWithoutCacheableIsProtectedInAspectJMode() {
		application().withUserConfiguration(WovenCaching.class)
			.withBean(EventCounts.class)
			.withBean(Prices.class)
			.run((context) -> {
				Prices prices = context.getBean(Prices.class);
				prices.find("a");
				prices.find("a");
				assertThat(prices.reads()).isEqualTo(1);
			});
	}

	private ApplicationContextRunner application(String... properties) {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class, DataRedisAutoConfiguration.class,
					AopAutoConfiguration.class, StampedeCacheAutoConfiguration.class))
			.withPropertyValues(this.redis.properties())
			.withPropertyValues(properties)
			.withPropertyValues("stampede.redis-timeout=5s");
	}

	private static ApplicationContextInitializer<ConfigurableApplicationContext> lazyBean(Class<?> type) {
		RootBeanDefinition definition = new RootBeanDefinition(type);
		definition.setLazyInit(true);
		return (context) -> ((BeanDefinitionRegistry) context).registerBeanDefinition(type.getName(), definition);
	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class Caching {

		@Bean
		CacheManager cacheManager() {
			return new ConcurrentMapCacheManager();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class OurCaching {

	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching(mode = AdviceMode.ASPECTJ)
	static class WovenCaching {

		@Bean
		CacheManager cacheManager() {
			return new ConcurrentMapCacheManager();
		}

	}

	static class Prices {

		private int reads;

		int reads() {
			return this.reads;
		}

		@StampedeProtected("prices")
		String find(String id) {
			this.reads++;
			return id;
		}

	}

	static class CachedPrices {

		@StampedeProtected
		@Cacheable("prices")
		String find(String id) {
			return id;
		}

	}

	static class Writers {

		@CacheEvict("prices")
		void change(String id) {
		}

		@CachePut("prices")
		String put(String id) {
			return id;
		}

		@CacheEvict("others")
		void other(String id) {
		}

	}

	@CacheDefaults(cacheName = "prices")
	static class JsrWriters {

		@CacheRemove
		void change(String id) {
		}

	}

	static class JsrPrices {

		@StampedeProtected
		@CacheResult(cacheName = "prices")
		String find(String id) {
			return id;
		}

	}

	/** Names a manager that this application has not. */
	static class ElsewhereWriters {

		@CacheEvict(cacheNames = "prices", cacheManager = "elsewhere")
		void change(String id) {
		}

	}

	/** A type of a library that is optional. */
	static class Missing {

	}

	static class Incomplete {

		void use(Missing missing) {
		}

	}

	/** Class path without that library. */
	private static final class WithoutMissing extends OverridingClassLoader {

		private WithoutMissing() {
			super(ForeignCachesTests.class.getClassLoader());
		}

		@Override
		protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
			if (name.equals(Missing.class.getName())) {
				throw new ClassNotFoundException(name);
			}
			return super.loadClass(name, resolve);
		}

		@Override
		protected boolean isEligibleForOverriding(String className) {
			return className.equals(Incomplete.class.getName());
		}

	}

}
