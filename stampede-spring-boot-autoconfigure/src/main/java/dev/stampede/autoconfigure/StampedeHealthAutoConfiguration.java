package dev.stampede.autoconfigure;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

import dev.stampede.actuate.StampedeHealthIndicator;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.store.EntryStore;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the health contributor.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = StampedeAutoConfiguration.class)
@ConditionalOnClass({ HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class })
@ConditionalOnEnabledHealthIndicator("stampede")
@ConditionalOnBean(StampedeEngine.class)
public final class StampedeHealthAutoConfiguration {

	StampedeHealthAutoConfiguration() {
	}

	@Bean
	@ConditionalOnMissingBean(name = "stampedeHealthIndicator")
	StampedeHealthIndicator stampedeHealthIndicator(EntryStore store, StampedeProperties properties) {
		return new StampedeHealthIndicator(store, properties.onRedisFailure());
	}

}
