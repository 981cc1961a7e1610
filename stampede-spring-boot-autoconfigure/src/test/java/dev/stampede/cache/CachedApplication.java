package dev.stampede.cache;

import org.springframework.boot.Banner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.data.redis.serializer.RedisSerializer;

import dev.stampede.testing.TestRedis;

/**
 * What a user would write.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableCaching
@Import(CachedPrices.class)
class CachedApplication {

	/**
	 * Starts a context on a source that it may share with others.
	 */
	static ConfigurableApplicationContext run(TestRedis redis, CountedSource source, String... properties) {
		return new SpringApplicationBuilder(CachedApplication.class).web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.properties(redis.properties())
			.properties("stampede.redis-timeout=5s")
			.properties(properties)
			.initializers((context) -> {
				GenericApplicationContext generic = (GenericApplicationContext) context;
				generic.registerBean(CountedSource.class, () -> source);
				generic.registerBean("text", RedisSerializer.class, RedisSerializer::string);
			})
			.run();
	}

}
