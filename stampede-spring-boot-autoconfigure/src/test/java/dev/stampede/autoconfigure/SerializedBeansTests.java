package dev.stampede.autoconfigure;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.aop.framework.Advised;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.context.support.SimpleThreadScope;
import org.springframework.stereotype.Component;

import dev.stampede.StampedeProtected;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Protected beans of a session, which a container writes and reads back.
 */
@ExtendWith(RedisExtension.class)
class SerializedBeansTests {

	private final TestRedis redis;

	SerializedBeansTests(TestRedis redis) {
		this.redis = redis;
	}

	@BeforeEach
	void clear() {
		this.redis.clear();
	}

	@Test
	void beanIsProtectedWhenItHasBeenReadBack() {
		application(Caching.class).run((context) -> {
			Basket basket = (Basket) context.getBean("scopedTarget.basket");
			assertThat(basket.price("a")).isEqualTo("price 1");
			Basket read = (Basket) read(written(basket));
			assertThat(read).isNotSameAs(basket);
			assertThat(((Advised) read).getAdvisors()).isEqualTo(((Advised) basket).getAdvisors());
			assertThat(read.price("a")).isEqualTo("price 1");
			assertThat(read.price("b")).isEqualTo("price 2");
			assertThat(basket.price("b")).isEqualTo("price 2");
		});
	}

	@Test
	void beanIsWrittenWithTheAdviceOfOurManager() {
		application(OurCaching.class, "stampede.cache-manager=true")
			.run((context) -> assertThat(written(context.getBean("scopedTarget.cachedBasket"))).isNotEmpty());
	}

	@Test
	void beanWhoseAdviceHasBeenMovedIsWritten() {
		application(Caching.class)
			.run((context) -> assertThat(written(context.getBean("scopedTarget.cachedBasket"))).isNotEmpty());
	}

	private static byte[] written(Object basket) throws IOException {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
			out.writeObject(basket);
		}
		return bytes.toByteArray();
	}

	@SuppressWarnings("BanSerializableRead") // written a moment ago
	private static Object read(byte[] written) throws IOException, ClassNotFoundException {
		try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(written))) {
			return in.readObject();
		}
	}

	private ApplicationContextRunner application(Class<?> configuration, String... properties) {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class, DataRedisAutoConfiguration.class,
					AopAutoConfiguration.class, StampedeCacheAutoConfiguration.class))
			.withPropertyValues(this.redis.properties())
			.withPropertyValues("stampede.redis-timeout=5s")
			.withPropertyValues(properties)
			.withInitializer((context) -> context.getBeanFactory().registerScope("session", new SimpleThreadScope()))
			.withUserConfiguration(configuration, Basket.class, CachedBasket.class);
	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching(order = 0)
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

	@Component("basket")
	@Scope(scopeName = "session", proxyMode = ScopedProxyMode.TARGET_CLASS)
	static class Basket implements Serializable {

		private static final long serialVersionUID = 1;

		private static final AtomicInteger reads = new AtomicInteger();

		Basket() {
			reads.set(0);
		}

		@StampedeProtected
		String price(String id) {
			return "price " + reads.incrementAndGet();
		}

	}

	@Component("cachedBasket")
	@Scope(scopeName = "session", proxyMode = ScopedProxyMode.TARGET_CLASS)
	static class CachedBasket implements Serializable {

		private static final long serialVersionUID = 1;

		@StampedeProtected
		@Cacheable("cached")
		String cached(String id) {
			return id;
		}

		@CacheEvict("cached")
		void evict(String id) {
		}

	}

}
