package dev.stampede.cache;

import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCache;
import org.springframework.cache.support.SimpleCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import dev.stampede.StampedeProtected;
import dev.stampede.autoconfigure.StampedeAutoConfiguration;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A cache that loses what is put into it for a while, and then shows it late.
 */
@ExtendWith(RedisExtension.class)
class LateCacheTests {

	private final ApplicationContextRunner contextRunner;

	LateCacheTests(TestRedis redis) {
		this.contextRunner = new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class, DataRedisAutoConfiguration.class,
					AopAutoConfiguration.class))
			.withPropertyValues(redis.properties())
			.withPropertyValues("stampede.redis-timeout=5s")
			.withUserConfiguration(Application.class);
	}

	@Test
	void cacheThatKeepsAgainIsWaitedForAgain() {
		this.contextRunner.run((context) -> {
			Names names = context.getBean(Names.class);
			LateCache cache = context.getBean(LateCache.class);
			cache.loses = true;
			names.find("lost");
			cache.loses = false;
			names.find("kept");
			names.find("kept");
			cache.lateMillis = 100;
			int before = names.reads();
			names.find("late");
			names.find("late");
			assertThat(names.reads()).as("the first call waits until the second finds its value").isEqualTo(before + 1);
		});
	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class Application {

		@Bean
		Names names() {
			return new Names();
		}

		@Bean(destroyMethod = "end")
		LateCache lateCache() {
			return new LateCache();
		}

		@Bean
		CacheManager cacheManager(LateCache cache) {
			SimpleCacheManager manager = new SimpleCacheManager();
			manager.setCaches(List.of(cache));
			return manager;
		}

	}

	static class Names {

		private final AtomicInteger reads = new AtomicInteger();

		@StampedeProtected
		@Cacheable("names")
		String find(String id) {
			return id + this.reads.incrementAndGet();
		}

		int reads() {
			return this.reads.get();
		}

	}

	/** A map whose puts get lost, or take a while. */
	static final class LateCache extends ConcurrentMapCache {

		private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();

		private volatile boolean loses;

		private volatile long lateMillis;

		LateCache() {
			super("names");
		}

		@Override
		public void put(Object key, @Nullable Object value) {
			if (this.loses) {
				return;
			}
			if (this.lateMillis == 0) {
				super.put(key, value);
				return;
			}
			var unused = this.scheduler.schedule(() -> super.put(key, value), this.lateMillis, TimeUnit.MILLISECONDS);
		}

		void end() {
			this.scheduler.shutdown();
		}

	}

}
