package dev.stampede.benchmarks.herd;

import org.jspecify.annotations.Nullable;

/**
 * A way to keep what the source answers, as one member of a fleet uses it. Lives as long
 * as the JVM of the member.
 */
interface Contender {

	/**
	 * Looks up a value, and reads the source if there is none.
	 * @param key the key
	 * @return the value
	 */
	@Nullable String get(String key);

	/**
	 * Drops a value, since the source has changed.
	 * @param key the key
	 */
	void evict(String key);

}
