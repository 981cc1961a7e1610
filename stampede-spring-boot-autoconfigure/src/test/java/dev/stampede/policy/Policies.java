package dev.stampede.policy;

import java.time.Duration;

import org.springframework.util.unit.DataSize;

import dev.stampede.OnLose;

/**
 * Policies for tests: the built-in one with a few settings changed.
 */
public final class Policies {

	private final StampedePolicy.Builder policy = StampedePolicy.builder();

	/**
	 * Returns a builder of the built-in policy.
	 * @return the builder
	 */
	public static Policies policy() {
		return new Policies();
	}

	/**
	 * Sets what losers do.
	 * @param chain what they do, in order
	 * @return this builder
	 */
	public Policies onLose(OnLose... chain) {
		this.policy.onLose(chain);
		return this;
	}

	/**
	 * Sets how long losers wait.
	 * @param millis the time
	 * @return this builder
	 */
	public Policies waitTimeout(long millis) {
		this.policy.waitTimeout(Duration.ofMillis(millis));
		return this;
	}

	/**
	 * Sets how long a lock lasts.
	 * @param millis the time
	 * @return this builder
	 */
	public Policies lockTtl(long millis) {
		this.policy.lockTtl(Duration.ofMillis(millis));
		return this;
	}

	/**
	 * Sets how long an entry is fresh.
	 * @param millis the time
	 * @return this builder
	 */
	public Policies ttl(long millis) {
		this.policy.ttl(Duration.ofMillis(millis));
		return this;
	}

	/**
	 * Sets how long an entry is stale.
	 * @param millis the time
	 * @return this builder
	 */
	public Policies staleTtl(long millis) {
		this.policy.staleTtl(Duration.ofMillis(millis));
		return this;
	}

	/**
	 * Sets how long a lock is renewed.
	 * @param millis the time
	 * @return this builder
	 */
	public Policies lockMaxHold(long millis) {
		this.policy.lockMaxHold(Duration.ofMillis(millis));
		return this;
	}

	/**
	 * Sets how long a failed read keeps others away.
	 * @param millis the time
	 * @return this builder
	 */
	public Policies failureBackoff(long millis) {
		this.policy.failureBackoff(Duration.ofMillis(millis));
		return this;
	}

	/**
	 * Sets whether locks are renewed.
	 * @param renewal whether they are
	 * @return this builder
	 */
	public Policies lockRenewal(boolean renewal) {
		this.policy.lockRenewal(renewal);
		return this;
	}

	/**
	 * Lets stale entries be refreshed in the background.
	 * @return this builder
	 */
	public Policies background() {
		this.policy.refresh(RefreshMode.BACKGROUND);
		return this;
	}

	/**
	 * Sets how eagerly entries are refreshed early.
	 * @param beta the factor
	 * @return this builder
	 */
	public Policies earlyRefreshBeta(double beta) {
		this.policy.earlyRefreshBeta(beta);
		return this;
	}

	/**
	 * Sets by how much entries end earlier.
	 * @param share the largest share of their time
	 * @return this builder
	 */
	public Policies ttlJitter(double share) {
		this.policy.ttlJitter(share);
		return this;
	}

	/**
	 * Sets how many reads of a cache run at a time.
	 * @param limit the number
	 * @return this builder
	 */
	public Policies maxConcurrentReads(int limit) {
		this.policy.maxConcurrentReads(limit);
		return this;
	}

	/**
	 * Sets whether null is stored.
	 * @param cached whether it is
	 * @return this builder
	 */
	public Policies cacheNulls(boolean cached) {
		this.policy.cacheNulls(cached);
		return this;
	}

	/**
	 * Sets for how long a key is marked as uncacheable.
	 * @param millis the time
	 * @return this builder
	 */
	public Policies uncacheableTtl(long millis) {
		this.policy.uncacheableTtl(Duration.ofMillis(millis));
		return this;
	}

	/**
	 * Sets the largest value that is stored.
	 * @param bytes the size
	 * @return this builder
	 */
	public Policies maxValueSize(long bytes) {
		this.policy.maxValueSize(DataSize.ofBytes(bytes));
		return this;
	}

	/**
	 * Sets the near side.
	 * @param millis how long an entry is served from memory
	 * @param maxEntries the most entries
	 * @return this builder
	 */
	public Policies near(long millis, int maxEntries) {
		this.policy.nearTtl(Duration.ofMillis(millis)).nearMaxEntries(maxEntries);
		return this;
	}

	/**
	 * Builds the policy.
	 * @return the policy
	 */
	public StampedePolicy build() {
		return this.policy.build();
	}

}
