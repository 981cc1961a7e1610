package dev.stampede.policy;

/**
 * What one place says about the policy of a cache.
 *
 * @param origin the place
 * @param settings what is said there
 * @since 0.1.0
 */
public record PolicyLayer(Origin origin, PolicySettings settings) {

	/**
	 * A place that decides about policies, the weakest first.
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

}
