package dev.stampede.policy;

import java.util.List;

/**
 * Decides the policy of a cache. Precedence, weakest first: built-in, the configured
 * defaults, the annotation, the cache's own section.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface PolicyResolver {

	/**
	 * Resolves a policy.
	 * @param cacheName the cache
	 * @param annotation what the annotation says; {@link PolicySettings#none()} for calls
	 * without one
	 * @return the effective policy
	 * @throws InvalidSettingsException if the merged settings cannot work
	 */
	StampedePolicy resolve(String cacheName, PolicySettings annotation);

	/**
	 * Returns what a policy is made of, for operators.
	 * @param cacheName the cache
	 * @param annotation what the annotation says
	 * @return what each place says, the strongest first
	 */
	default List<PolicyUse.Layer> layers(String cacheName, PolicySettings annotation) {
		return List.of(new PolicyUse.Layer(PolicyUse.Origin.ANNOTATION, annotation));
	}

	/**
	 * Returns a resolver that knows no configuration.
	 * @return built-in values, overridden by the annotation
	 */
	static PolicyResolver builtIn() {
		return (cacheName, annotation) -> StampedePolicy.resolve(annotation);
	}

}
