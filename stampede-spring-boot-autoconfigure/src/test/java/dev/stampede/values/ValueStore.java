package dev.stampede.values;

import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import dev.stampede.StampedeOperations;
import dev.stampede.testing.EventCounts;
import dev.stampede.testing.TestRedis;

/**
 * An application on a real Redis that keeps values by their declared types.
 */
final class ValueStore implements AutoCloseable {

	static final String CACHE = "values";

	private final TestRedis redis;

	private final ConfigurableApplicationContext context;

	private final StampedeOperations operations;

	ValueStore(TestRedis redis) {
		this(redis, Application.class);
	}

	/**
	 * Starts an application.
	 * @param redis its Redis
	 * @param configuration more beans
	 * @param properties more properties
	 */
	ValueStore(TestRedis redis, Class<?> configuration, String... properties) {
		this.redis = redis;
		this.context = new SpringApplicationBuilder(Application.class, configuration).web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.properties(redis.properties())
			.properties("stampede.redis-timeout=2s", "stampede.defaults.ttl=60s", "stampede.defaults.stale-ttl=10s",
					"stampede.defaults.stale-if-error-ttl=20s")
			.properties(properties)
			.run();
		this.operations = this.context.getBean(StampedeOperations.class);
	}

	@Nullable Object get(String key, Type type, Callable<? extends @Nullable Object> source) {
		return this.operations.get(CACHE, key, ParameterizedTypeReference.<Object>forType(type), source);
	}

	byte @Nullable [] bytes(String key) {
		try (RedisConnection connection = this.context.getBean(RedisConnectionFactory.class).getConnection()) {
			return connection.stringCommands().get(this.redis.key(CACHE + "::" + key).getBytes(StandardCharsets.UTF_8));
		}
	}

	EventCounts counts() {
		return this.context.getBean(EventCounts.class);
	}

	@Override
	public void close() {
		this.context.close();
		this.redis.clear();
	}

	/**
	 * Whatever the starter brings.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		EventCounts eventCounts() {
			return new EventCounts();
		}

	}

}
