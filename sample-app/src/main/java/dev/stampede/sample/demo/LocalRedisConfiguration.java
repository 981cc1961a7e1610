package dev.stampede.sample.demo;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;

/**
 * Configuration of the Redis of this machine where no other is configured: neither a host
 * nor a URL is set, and no container brings one.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(prefix = "spring.data.redis", name = { "host", "url" }, havingValue = "none",
		matchIfMissing = true)
@Profile("!containers")
class LocalRedisConfiguration {

	@Bean
	LocalRedis localRedis(@Value("${spring.data.redis.port:6379}") int port) {
		return LocalRedis.joinOrStart(port);
	}

}
