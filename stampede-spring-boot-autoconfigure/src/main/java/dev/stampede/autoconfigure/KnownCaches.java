package dev.stampede.autoconfigure;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;

import dev.stampede.event.StampedeStatistics;
import dev.stampede.policy.PolicyUse;

/**
 * Begins the statistics of the caches that are known at the start, so that their meters
 * are there before the first call.
 */
final class KnownCaches implements SmartInitializingSingleton {

	private final StampedeStatistics statistics;

	private final StampedeProperties properties;

	private final ObjectProvider<PolicyUse.Source> policies;

	KnownCaches(StampedeStatistics statistics, StampedeProperties properties,
			ObjectProvider<PolicyUse.Source> policies) {
		this.statistics = statistics;
		this.properties = properties;
		this.policies = policies;
	}

	@Override
	public void afterSingletonsInstantiated() {
		this.properties.caches().keySet().forEach(this.statistics::cache);
		this.policies.stream()
			.flatMap((source) -> source.policyUses().stream())
			.forEach((use) -> this.statistics.cache(use.cacheName()));
	}

}
