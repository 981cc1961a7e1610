package dev.stampede.docs;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.DynamicPropertyRegistrar;

import dev.stampede.testing.RedisServer;

/**
 * The application that the documentation's tests find, with a Redis of its own.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({ OrderRepository.class, CatalogueService.class, Exchange.class, QuoteService.class })
class DocumentedApplication {

	@Bean(destroyMethod = "") // ends with the JVM, as the context does
	static RedisServer redisServer() {
		return RedisServer.start();
	}

	@Bean
	static DynamicPropertyRegistrar redisProperties(RedisServer redis) {
		return (registry) -> {
			registry.add("spring.data.redis.host", redis::host);
			registry.add("spring.data.redis.port", redis::port);
			registry.add("stampede.redis-timeout", () -> "2s");
		};
	}

}
