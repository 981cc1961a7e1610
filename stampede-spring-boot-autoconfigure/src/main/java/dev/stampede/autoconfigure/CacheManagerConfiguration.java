package dev.stampede.autoconfigure;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.AnnotationCacheOperationSource;
import org.springframework.cache.config.CacheManagementConfigUtils;
import org.springframework.cache.interceptor.CacheAspectSupport;
import org.springframework.cache.interceptor.CacheOperationSource;
import org.springframework.cache.support.NoOpCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

import dev.stampede.cache.CachedInvocationAdvisor;
import dev.stampede.cache.CachedInvocations;
import dev.stampede.cache.StampedeCacheManager;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.interceptor.StampedeProtectedBeanPostProcessor;
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

	/**
	 * Returns the order of advice around Spring's cache interceptor: inside of what
	 * guards methods, unless caching itself has been put before that.
	 * @param beanFactory knows the advisor of the cache interceptor
	 * @param environment tells the order of our own advice
	 * @return the order
	 */
	static int order(BeanFactory beanFactory, Environment environment) {
		int own = environment.getProperty("stampede.advice-order", Integer.class,
				StampedeProtectedBeanPostProcessor.DEFAULT_ADVICE_ORDER);
		boolean known = beanFactory.containsBean(CacheManagementConfigUtils.CACHE_ADVISOR_BEAN_NAME);
		int caching = (known
				&& beanFactory.getBean(CacheManagementConfigUtils.CACHE_ADVISOR_BEAN_NAME) instanceof Ordered ordered)
						? ordered.getOrder() : Ordered.LOWEST_PRECEDENCE;
		return Math.min((own < Integer.MAX_VALUE) ? own + 1 : own, Math.max(caching, Integer.MIN_VALUE + 1) - 1);
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
				ObjectProvider<CacheOperationSource> source, BeanFactory beanFactory, Environment environment) {
			return new CachedInvocationAdvisor(invocations, source(source), () -> order(beanFactory, environment));
		}

		@Bean
		StampedeCacheManager stampedeCacheManager(StampedeEngine engine, EntryStore store, PolicyResolver policies,
				CachedInvocations invocations, CacheSections sections) {
			return new StampedeCacheManager(engine, store, policies, invocations, (cacheName) -> Boolean.TRUE
				.equals(sections.settings(cacheName, PolicySettings.none()).transactionAware()));
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
