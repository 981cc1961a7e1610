package dev.stampede.autoconfigure;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.cache.CacheManager;
import org.springframework.context.annotation.Import;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for our {@link CacheManager} in
 * place of the one that Spring Boot would register.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = StampedeAutoConfiguration.class,
		beforeName = "org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration")
@ConditionalOnBooleanProperty("stampede.cache-manager")
@ConditionalOnMissingBean(value = CacheManager.class, name = "cacheResolver")
@Import(CacheManagerConfiguration.class)
public final class StampedeCacheAutoConfiguration {

	StampedeCacheAutoConfiguration() {
	}

}
