package dev.stampede.autoconfigure;

import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.aop.framework.ProxyFactoryBean;
import org.springframework.aop.target.SimpleBeanTargetSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;

import dev.stampede.StampedeConfigurationException;
import dev.stampede.StampedeProtected;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Several beans whose methods carry one annotation: their entries would be the same.
 */
@ExtendWith(RedisExtension.class)
class SharedEntriesTests {

	private final TestRedis redis;

	SharedEntriesTests(TestRedis redis) {
		this.redis = redis;
	}

	@BeforeEach
	void clear() {
		this.redis.clear();
	}

	@Test
	void twoBeansOfOneClassStopTheStart() {
		application("stampede.redis-timeout=5s").withBean("north", Shop.class, () -> new Shop("north"))
			.withBean("south", Shop.class, () -> new Shop("south"))
			.run((context) -> assertThatStartStops(context, "Shop.price", "Shop.price(String)"));
	}

	@Test
	void nameInTheAnnotationDoesNotSayThatBeansShare() {
		application("stampede.redis-timeout=5s").withBean("north", NamedShop.class)
			.withBean("south", NamedShop.class)
			.run((context) -> assertThatStartStops(context, "named", "NamedShop.price(String)"));
	}

	@Test
	void implementationsOfOneAnnotatedMethodStopTheStartWhereTheCacheHasOneName() {
		application("stampede.redis-timeout=5s").withBean("north", FirstBranch.class)
			.withBean("south", SecondBranch.class)
			.run((context) -> assertThatStartStops(context, "branches", "SecondBranch.price(String)"));
	}

	private static void assertThatStartStops(AssertableApplicationContext context, String cache, String method) {
		assertThat(context).getFailure()
			.rootCause()
			.isInstanceOfSatisfying(StampedeConfigurationException.class, (ex) -> {
				assertThat(ex.getProblem()).contains(method).contains("the beans 'north' and 'south' would share");
				assertThat(ex.getAction()).contains("write stampede.shared-caches=" + cache);
			});
	}

	@Test
	void applicationSaysThatBeansShare() {
		application("stampede.shared-caches=other,Shop.price").withBean("north", Shop.class, () -> new Shop("any"))
			.withBean("south", Shop.class, () -> new Shop("any"))
			.run((context) -> {
				assertThat(context.getBean("north", Shop.class).price("a")).isEqualTo("any 1");
				assertThat(context.getBean("south", Shop.class).price("a")).isEqualTo("any 1");
			});
	}

	@Test
	void subclassesWithCachesOfTheirOwnDoNotShare() {
		application("stampede.redis-timeout=5s").withBean("north", NorthShop.class)
			.withBean("south", SouthShop.class)
			.run((context) -> {
				assertThat(context.getBean(NorthShop.class).price("a")).isEqualTo("north 1");
				assertThat(context.getBean(SouthShop.class).price("a")).isEqualTo("south 1");
			});
	}

	@Test
	void keyThatNamesTheTargetTellsBeansApart() {
		application("stampede.redis-timeout=5s").withBean("north", KeyedShop.class, () -> new KeyedShop("north"))
			.withBean("south", KeyedShop.class, () -> new KeyedShop("south"))
			.run((context) -> {
				assertThat(context.getBean("north", KeyedShop.class).price("a")).isEqualTo("north 1");
				assertThat(context.getBean("south", KeyedShop.class).price("a")).isEqualTo("south 1");
			});
	}

	@Test
	void beanUnderASecondNameIsOneBean() {
		application("stampede.redis-timeout=5s").withUserConfiguration(SecondName.class).run((context) -> {
			assertThat(context.getBean("north", Shop.class).price("a")).isEqualTo("north 1");
			assertThat(context.getBean("again", Shop.class).price("a")).isEqualTo("north 1");
			assertThat(context.getBean("north", Shop.class).price("a")).isEqualTo("north 1");
		});
	}

	@Test
	void poolOfABeanIsThatBean() {
		application("stampede.redis-timeout=5s").withUserConfiguration(Pool.class)
			.run((context) -> assertThat(context.getBean("pool", Shop.class).price("a")).isEqualTo("pooled 1"));
	}

	@Test
	void entriesBesideCacheableAreSharedAsSpringSharesThem() {
		application("stampede.redis-timeout=5s").withUserConfiguration(Caching.class)
			.withBean("north", CachedShop.class)
			.withBean("south", CachedShop.class)
			.run((context) -> assertThat(context).hasNotFailed());
	}

	private ApplicationContextRunner application(String property) {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class, DataRedisAutoConfiguration.class,
					AopAutoConfiguration.class))
			.withPropertyValues(this.redis.properties())
			.withPropertyValues(property);
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
	static class Pool {

		@Bean
		@Scope("prototype")
		Shop pooled() {
			return new Shop("pooled");
		}

		@Bean
		ProxyFactoryBean pool(BeanFactory beanFactory) {
			SimpleBeanTargetSource target = new SimpleBeanTargetSource();
			target.setTargetBeanName("pooled");
			target.setBeanFactory(beanFactory);
			ProxyFactoryBean pool = new ProxyFactoryBean();
			pool.setTargetSource(target);
			pool.setProxyTargetClass(true);
			return pool;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class SecondName {

		@Bean
		Shop north() {
			return new Shop("north");
		}

		@Bean
		Shop again(Shop north) {
			return north;
		}

	}

	public static class Shop {

		private final AtomicInteger reads = new AtomicInteger();

		private final String region;

		Shop(String region) {
			this.region = region;
		}

		public String getRegion() {
			return this.region;
		}

		@StampedeProtected
		String price(String id) {
			return this.region + " " + this.reads.incrementAndGet();
		}

	}

	static class NorthShop extends Shop {

		NorthShop() {
			super("north");
		}

	}

	static class SouthShop extends Shop {

		SouthShop() {
			super("south");
		}

	}

	public static class KeyedShop extends Shop {

		KeyedShop(String region) {
			super(region);
		}

		@Override
		@StampedeProtected(cacheName = "keyed", key = "#root.target.region + #id")
		String price(String id) {
			return super.price(id);
		}

	}

	static class NamedShop {

		@StampedeProtected("named")
		String price(String id) {
			return id;
		}

	}

	interface Branch {

		@StampedeProtected("branches")
		String price(String id);

	}

	static class FirstBranch implements Branch {

		@Override
		public String price(String id) {
			return id;
		}

	}

	static class SecondBranch implements Branch {

		@Override
		public String price(String id) {
			return id;
		}

	}

	static class CachedShop {

		@StampedeProtected
		@Cacheable("cached")
		String price(String id) {
			return id;
		}

	}

}
