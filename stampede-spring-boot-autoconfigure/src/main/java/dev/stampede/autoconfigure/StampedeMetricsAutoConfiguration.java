package dev.stampede.autoconfigure;

import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

import dev.stampede.engine.StampedeEngine;
import dev.stampede.event.StampedeStatistics;
import dev.stampede.metrics.StampedeMetrics;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the meters; whatever binds
 * {@link MeterBinder} beans registers them.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = StampedeAutoConfiguration.class)
@ConditionalOnClass(MeterBinder.class)
@ConditionalOnBean(StampedeEngine.class)
public final class StampedeMetricsAutoConfiguration {

	StampedeMetricsAutoConfiguration() {
	}

	@Bean
	@ConditionalOnMissingBean
	StampedeMetrics stampedeMetrics(StampedeStatistics statistics, ObjectProvider<StampedeEngine> engine) {
		return new StampedeMetrics(statistics, (cacheName) -> engine.getObject().flights(cacheName));
	}

}
