package dev.stampede.policy;

import java.util.List;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * An effective policy, who uses it, and where its parts come from.
 *
 * @param cacheName the cache
 * @param user the method, such as {@code SetService.findSet}, or another user of the
 * cache
 * @param policy the effective policy
 * @param layers what it was made of, the strongest first
 * @param foreignEntries whether the entries are in a cache that is not ours, so that what
 * the policy says about them is of no use
 * @since 0.1.0
 */
public record PolicyUse(String cacheName, String user, StampedePolicy policy, List<Layer> layers,
		boolean foreignEntries) {

	/**
	 * Copies the list.
	 */
	public PolicyUse {
		layers = List.copyOf(layers);
	}

	/**
	 * Describes a use that has no annotation.
	 * @param cacheName the cache
	 * @param user who uses it
	 * @param policies the policies
	 * @return the use
	 */
	public static PolicyUse withoutAnnotation(String cacheName, String user, PolicyResolver policies) {
		return new PolicyUse(cacheName, user, policies.resolve(cacheName, PolicySettings.none()),
				policies.layers(cacheName, PolicySettings.none()), false);
	}

	/**
	 * Returns what is said about a setting, by the strongest place that speaks of it.
	 * @param <V> the type of the setting
	 * @param setting the setting
	 * @return its value, or null if nobody speaks of it
	 */
	public <V> @Nullable V setting(Function<PolicySettings, @Nullable V> setting) {
		for (Layer layer : this.layers) {
			V value = setting.apply(layer.settings());
			if (value != null) {
				return value;
			}
		}
		return null;
	}

	/**
	 * Returns the strongest place that speaks of a setting.
	 * @param setting the setting
	 * @return the place that decides about it
	 */
	public Origin origin(Function<PolicySettings, ? extends @Nullable Object> setting) {
		for (Layer layer : this.layers) {
			if (setting.apply(layer.settings()) != null) {
				return layer.origin();
			}
		}
		return Origin.BUILT_IN;
	}

	/**
	 * Statement of one place about the policy of a cache.
	 *
	 * @param origin the place
	 * @param settings what is said there
	 */
	public record Layer(Origin origin, PolicySettings settings) {

	}

	/**
	 * Place that decides about policies, the weakest first.
	 */
	public enum Origin {

		/** Nowhere else: the value is built in, or follows from another one. */
		BUILT_IN("built-in"),
		/** {@code stampede.defaults}. */
		DEFAULTS("defaults"),
		/** The annotation of the method. */
		ANNOTATION("annotation"),
		/** The section of the cache below {@code stampede.caches}. */
		SECTION("section");

		private final String text;

		Origin(String text) {
			this.text = text;
		}

		@Override
		public String toString() {
			return this.text;
		}

	}

	/**
	 * Source of the policies in use, for operators.
	 */
	@FunctionalInterface
	public interface Source {

		/**
		 * Returns the policies that are used, as far as is known by now.
		 * @return the uses
		 */
		List<PolicyUse> policyUses();

	}

}
