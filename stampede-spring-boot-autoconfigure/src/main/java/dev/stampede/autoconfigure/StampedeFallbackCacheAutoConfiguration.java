package dev.stampede.autoconfigure;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.cache.CacheManager;
import org.springframework.cache.interceptor.CacheAspectSupport;
import org.springframework.context.annotation.Import;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for our {@link CacheManager} where
 * caching is enabled and nobody else has registered one.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = StampedeAutoConfiguration.class,
		afterName = "org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration")
@ConditionalOnBooleanProperty(name = "stampede.cache-manager", havingValue = false, matchIfMissing = true)
@ConditionalOnBean(CacheAspectSupport.class)
@ConditionalOnMissingBean(value = CacheManager.class, name = "cacheResolver")
@Import(CacheManagerConfiguration.class)
public final class StampedeFallbackCacheAutoConfiguration {

	StampedeFallbackCacheAutoConfiguration() {
	}

}
