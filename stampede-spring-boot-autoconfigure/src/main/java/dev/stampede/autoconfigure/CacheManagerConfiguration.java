package dev.stampede.autoconfigure;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.AnnotationCacheOperationSource;
import org.springframework.cache.interceptor.CacheAspectSupport;
import org.springframework.cache.interceptor.CacheOperationSource;
import org.springframework.cache.support.NoOpCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;

import dev.stampede.cache.CachedInvocationAdvisor;
import dev.stampede.cache.CachedInvocations;
import dev.stampede.cache.StampedeCacheManager;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.policy.PolicyResolver;
import dev.stampede.policy.PolicySettings;
import dev.stampede.store.EntryStore;

/**
 * Our {@link CacheManager}. While protection is off nothing is kept, as everywhere.
 */
@Configuration(proxyBeanMethods = false)
class CacheManagerConfiguration {

	/**
	 * Returns the source that Spring's cache interceptor uses.
	 * @param source gives the source of the application, if there is one
	 * @return that source, or one of our own
	 */
	static CacheOperationSource source(ObjectProvider<CacheOperationSource> source) {
		return source.getIfUnique(() -> new AnnotationCacheOperationSource(false));
	}

	/** Where there is an engine. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnBean(StampedeEngine.class)
	static class Protected {

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		static CachedInvocations stampedeCachedInvocations() {
			return new CachedInvocations();
		}

		@Bean
		@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
		@ConditionalOnBean(CacheAspectSupport.class)
		static CachedInvocationAdvisor stampedeCachedInvocationAdvisor(CachedInvocations invocations,
				ObjectProvider<CacheOperationSource> source) {
			return new CachedInvocationAdvisor(invocations, source(source));
		}

		@Bean
		StampedeCacheManager stampedeCacheManager(StampedeEngine engine, EntryStore store, PolicyResolver policies,
				CachedInvocations invocations, StampedeProperties properties) {
			return new StampedeCacheManager(engine, store, policies, invocations, (cacheName) -> Boolean.TRUE
				.equals(properties.settings(cacheName, PolicySettings.none()).transactionAware()));
		}

	}

	/** Where protection is off. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnMissingBean(StampedeEngine.class)
	static class Unprotected {

		@Bean
		CacheManager stampedeCacheManager() {
			return new NoOpCacheManager();
		}

	}

}
