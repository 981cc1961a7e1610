package dev.stampede.autoconfigure;

import java.util.List;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

import dev.stampede.actuate.ProtectionView;
import dev.stampede.actuate.StampedeEndpoint;
import dev.stampede.actuate.StampedeEndpointWebExtension;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.event.StampedeStatistics;
import dev.stampede.interceptor.UnprotectedMethodsReporter;
import dev.stampede.policy.PolicyUse;
import dev.stampede.store.EntryStore;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the actuator endpoint.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = StampedeAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnAvailableEndpoint(StampedeEndpoint.class)
public final class StampedeEndpointAutoConfiguration {

	StampedeEndpointAutoConfiguration() {
	}

	@Bean
	@ConditionalOnBean(StampedeEngine.class)
	@ConditionalOnMissingBean
	StampedeEndpoint stampedeEndpoint(StampedeEngine engine, EntryStore store, StampedeStatistics statistics,
			ObjectProvider<PolicyUse.Source> policies, StampedeProperties properties) {
		return StampedeEndpoint
			.active(new ProtectionView(engine, store, statistics, () -> uses(policies), properties.showKeys()));
	}

	@Bean
	@ConditionalOnMissingBean
	StampedeEndpoint inactiveStampedeEndpoint(UnprotectedMethodsReporter reporter) {
		return StampedeEndpoint.inactive(reporter.getReason());
	}

	@Bean
	@ConditionalOnMissingBean
	StampedeEndpointWebExtension stampedeEndpointWebExtension(StampedeEndpoint endpoint) {
		return new StampedeEndpointWebExtension(endpoint);
	}

	private static List<PolicyUse> uses(ObjectProvider<PolicyUse.Source> policies) {
		return policies.stream().flatMap((source) -> source.policyUses().stream()).toList();
	}

}
