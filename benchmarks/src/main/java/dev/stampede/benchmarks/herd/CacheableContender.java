package dev.stampede.benchmarks.herd;

import java.time.Duration;
import java.util.function.Function;

import com.github.benmanes.caffeine.cache.Caffeine;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.caffeine.CaffeineCacheManager;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.data.redis.cache.BatchStrategies;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.cache.RedisCacheWriter;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.serializer.RedisSerializationContext.SerializationPair;
import org.springframework.data.redis.serializer.RedisSerializer;

import dev.stampede.testing.fleet.SourceClient;

/**
 * A cached method with {@code sync}, on one of Spring's cache managers.
 *
 * @param methods the bean with the method
 */
record CacheableContender(Methods methods) implements Contender {

	private static final Duration PAUSE = Duration.ofMillis(50);

	static Contender onCaffeine(MemberSettings settings, SourceClient source) {
		return start(settings, source, (connections) -> {
			CaffeineCacheManager manager = new CaffeineCacheManager();
			manager.setCaffeine(Caffeine.newBuilder().expireAfterWrite(settings.ttl()));
			return manager;
		});
	}

	static Contender onRedis(MemberSettings settings, SourceClient source) {
		return start(settings, source,
				(connections) -> manager(RedisCacheWriter.nonLockingRedisCacheWriter(connections), settings));
	}

	// a lock of the writer has no end unless it is given one
	static Contender onLockedRedis(MemberSettings settings, SourceClient source) {
		return start(settings, source,
				(connections) -> manager(
						RedisCacheWriter.lockingRedisCacheWriter(connections, PAUSE,
								RedisCacheWriter.TtlFunction.just(settings.lease()), BatchStrategies.scan(1000)),
						settings));
	}

	@Override
	public @Nullable String get(String key) {
		return this.methods.find(key);
	}

	@Override
	public void evict(String key) {
		this.methods.evict(key);
	}

	private static Contender start(MemberSettings settings, SourceClient source,
			Function<RedisConnectionFactory, CacheManager> manager) {
		ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
			.properties(settings.properties())
			.properties("stampede.enabled=false")
			.initializers((GenericApplicationContext created) -> {
				created.getBeanFactory().registerSingleton("source", source);
				created.registerBean("cacheManager", CacheManager.class,
						() -> manager.apply(created.getBean(RedisConnectionFactory.class)));
			})
			.run();
		return new CacheableContender(context.getBean(Methods.class));
	}

	private static CacheManager manager(RedisCacheWriter writer, MemberSettings settings) {
		return RedisCacheManager.builder(writer)
			.cacheDefaults(RedisCacheConfiguration.defaultCacheConfig()
				.entryTtl(settings.ttl())
				.serializeValuesWith(SerializationPair.fromSerializer(RedisSerializer.string())))
			.build();
	}

	/**
	 * The method, and what evicts.
	 */
	static class Methods {

		private final SourceClient source;

		Methods(SourceClient source) {
			this.source = source;
		}

		@Cacheable(cacheNames = "herd", key = "#key", sync = true)
		String find(String key) {
			return this.source.read(key);
		}

		@CacheEvict(cacheNames = "herd", key = "#key")
		void evict(String key) {
		}

	}

	/**
	 * The application.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@EnableCaching
	static class Application {

		@Bean
		Methods methods(SourceClient source) {
			return new Methods(source);
		}

	}

}
