package dev.stampede.benchmarks.herd;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.serializer.RedisSerializer;

import dev.stampede.OnLose;
import dev.stampede.StampedeOperations;
import dev.stampede.StampedeProtected;
import dev.stampede.testing.fleet.SourceClient;

/**
 * A protected method, as a user would write it.
 *
 * @param methods the bean with the method
 * @param operations what evicts
 */
record StampedeContender(Methods methods, StampedeOperations operations) implements Contender {

	static Contender start(MemberSettings settings, SourceClient source, OnLose onLose) {
		ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
			.properties(settings.properties())
			.properties("stampede.redis-timeout=" + MemberSettings.TIMEOUT, "stampede.defaults.serializer=text",
					"stampede.defaults.ttl=" + settings.ttl(), "stampede.defaults.lock-ttl=" + settings.lease(),
					"stampede.defaults.wait-timeout=1m", "stampede.defaults.on-lose=" + onLose)
			.initializers((created) -> created.getBeanFactory().registerSingleton("source", source))
			.run();
		return new StampedeContender(context.getBean(Methods.class), context.getBean(StampedeOperations.class));
	}

	@Override
	public @Nullable String get(String key) {
		return this.methods.find(key);
	}

	@Override
	public void evict(String key) {
		this.operations.evict("herd", key);
	}

	/**
	 * The method.
	 */
	static class Methods {

		private final SourceClient source;

		Methods(SourceClient source) {
			this.source = source;
		}

		@StampedeProtected(cacheName = "herd", key = "#key")
		String find(String key) {
			return this.source.read(key);
		}

	}

	/**
	 * The application.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		Methods methods(SourceClient source) {
			return new Methods(source);
		}

		@Bean
		RedisSerializer<String> text() {
			return RedisSerializer.string();
		}

	}

}
