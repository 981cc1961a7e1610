package dev.stampede.autoconfigure;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import dev.stampede.OnLose;
import dev.stampede.autoconfigure.diagnostics.PolicyPlaces;
import dev.stampede.policy.PolicyResolver;
import dev.stampede.policy.PolicySettings;
import dev.stampede.policy.PolicyUse;
import dev.stampede.policy.StampedePolicy;

/**
 * Resolves policies from configuration; the section of a cache is the operator's and
 * wins.
 */
final class PropertiesPolicyResolver implements PolicyResolver {

	private static final Log logger = LogFactory.getLog(PropertiesPolicyResolver.class);

	private final StampedeProperties properties;

	private final CacheSections sections;

	private final Set<String> warned = ConcurrentHashMap.newKeySet();

	PropertiesPolicyResolver(StampedeProperties properties, CacheSections sections) {
		this.properties = properties;
		this.sections = sections;
	}

	@Override
	public StampedePolicy resolve(String cacheName, PolicySettings annotation) {
		PolicySettings section = this.sections.of(cacheName);
		StampedePolicy policy = new PolicyPlaces(cacheName, section, annotation, this.properties.defaults()).resolve();
		if (policy.onLose().contains(OnLose.POLL) && policy.waitTimeout().compareTo(policy.lockTtl()) <= 0
				&& this.warned.add(cacheName)) {
			logger.warn("Losers of cache '" + cacheName + "' wait " + policy.waitTimeout().toMillis()
					+ "ms at most, which is no longer than the " + policy.lockTtl().toMillis()
					+ "ms of lock-ttl: they give up before a crashed winner can be replaced. Raise wait-timeout, "
					+ "or lower lock-ttl, which is renewed anyway");
		}
		return policy;
	}

	@Override
	public List<PolicyUse.Layer> layers(String cacheName, PolicySettings annotation) {
		PolicySettings section = this.sections.of(cacheName);
		return List.of(new PolicyUse.Layer(PolicyUse.Origin.SECTION, section),
				new PolicyUse.Layer(PolicyUse.Origin.ANNOTATION, annotation),
				new PolicyUse.Layer(PolicyUse.Origin.DEFAULTS, this.properties.defaults()));
	}

}
