package dev.stampede.autoconfigure;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.cache.CacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

import dev.stampede.cache.CachedInvocationAdvisor;
import dev.stampede.cache.ExternalCaches;
import dev.stampede.interceptor.StampedeProtectedBeanPostProcessor;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the protection against cache
 * stampedes.
 *
 * @since 0.1.0
 */
@AutoConfiguration(afterName = "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration")
@EnableConfigurationProperties(StampedeProperties.class)
@Import({ RedisStoreConfiguration.class, EngineConfiguration.class, UnprotectedConfiguration.class })
@ImportRuntimeHints(StampedeRuntimeHints.class)
public final class StampedeAutoConfiguration {

	StampedeAutoConfiguration() {
	}

	@Bean
	@ConditionalOnMissingBean
	ExternalCaches stampedeExternalCaches() {
		return new ExternalCaches();
	}

	@Bean
	@Lazy(false)
	StampedePropertiesCheck stampedePropertiesCheck(StampedeProperties properties, Environment environment,
			ObjectProvider<StampedeProtectedBeanPostProcessor> postProcessor,
			ObjectProvider<CachedInvocationAdvisor> advisor, ObjectProvider<CacheManager> cacheManagers) {
		return new StampedePropertiesCheck(properties, environment, postProcessor, advisor, cacheManagers);
	}

}
