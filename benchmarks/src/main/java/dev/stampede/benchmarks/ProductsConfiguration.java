package dev.stampede.benchmarks;

import java.time.Duration;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.serializer.JacksonJsonRedisSerializer;
import org.springframework.data.redis.serializer.RedisSerializationContext.SerializationPair;
import org.springframework.data.redis.serializer.RedisSerializer;
import tools.jackson.databind.json.JsonMapper;

/**
 * An application with both ways to cache, on one Redis and with the same serializers.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableCaching
class ProductsConfiguration {

	/** System property that tells forks where Redis is. */
	static final String REDIS_PORT = "dev.stampede.benchmarks.redis-port";

	static ConfigurableApplicationContext start(Class<?> application, String... properties) {
		return new SpringApplicationBuilder(application)
			.properties("spring.data.redis.port=" + System.getProperty(REDIS_PORT), "spring.main.banner-mode=off",
					"logging.level.root=warn", "stampede.defaults.ttl=1h", "stampede.caches.bytes.serializer=bytes")
			.properties(properties)
			.run();
	}

	@Bean
	Products products() {
		return new Products();
	}

	@Bean
	RedisSerializer<byte[]> bytes() {
		return RedisSerializer.byteArray();
	}

	@Bean
	CacheManager cacheManager(RedisConnectionFactory connectionFactory) {
		RedisCacheConfiguration common = RedisCacheConfiguration.defaultCacheConfig().entryTtl(Duration.ofHours(1));
		return RedisCacheManager.builder(connectionFactory)
			.withCacheConfiguration("bytes",
					common.serializeValuesWith(SerializationPair.fromSerializer(RedisSerializer.byteArray())))
			.withCacheConfiguration("products",
					common.serializeValuesWith(SerializationPair
						.fromSerializer(new JacksonJsonRedisSerializer<>(new JsonMapper(), Product.class))))
			.build();
	}

}
