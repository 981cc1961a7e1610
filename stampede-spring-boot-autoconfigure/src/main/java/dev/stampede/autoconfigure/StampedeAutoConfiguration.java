package dev.stampede.autoconfigure;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.cache.CacheManager;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

import dev.stampede.autoconfigure.diagnostics.EverybodysSettings;
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
	static EverybodysSettings stampedeEverybodysSettings() {
		return new EverybodysSettings();
	}

	@Bean
	CacheSections stampedeCacheSections(StampedeProperties properties, Environment environment) {
		return new CacheSections(properties, environment);
	}

	@Bean
	@Lazy(false)
	CacheProviderCheck stampedeCacheProviderCheck(ApplicationContext context) {
		return new CacheProviderCheck(context);
	}

	@Bean
	@Lazy(false)
	StampedePropertiesCheck stampedePropertiesCheck(StampedeProperties properties, CacheSections sections,
			Environment environment, ObjectProvider<StampedeProtectedBeanPostProcessor> postProcessor,
			ObjectProvider<CachedInvocationAdvisor> advisor, ObjectProvider<CacheManager> cacheManagers) {
		return new StampedePropertiesCheck(properties, sections, environment, postProcessor, advisor, cacheManagers);
	}

}
