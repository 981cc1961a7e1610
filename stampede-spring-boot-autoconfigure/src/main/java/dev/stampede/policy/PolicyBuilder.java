package dev.stampede.policy;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

import dev.stampede.OnLose;

/**
 * Builder of what may be said about a cache. A setting that is null, or was not called,
 * is left open. Not safe for use by several threads.
 *
 * @param <B> the type of the builder
 * @param <T> the type of what it builds
 * @since 0.1.0
 */
@SuppressWarnings("unchecked") // each subclass names itself
public abstract sealed class PolicyBuilder<B extends PolicyBuilder<B, T>, T>
		permits PolicySettings.Builder, StampedePolicy.Builder {

	private @Nullable Duration ttl;

	private @Nullable Duration staleTtl;

	private @Nullable Duration staleIfErrorTtl;

	private @Nullable Duration lockTtl;

	private @Nullable Boolean lockRenewal;

	private @Nullable Duration lockMaxHold;

	private @Nullable List<OnLose> onLose;

	private @Nullable Duration waitTimeout;

	private @Nullable Boolean cacheNulls;

	private @Nullable Duration nullTtl;

	private @Nullable Double ttlJitter;

	private @Nullable Double earlyRefreshBeta;

	private @Nullable RefreshMode refresh;

	private @Nullable Duration failureBackoff;

	private @Nullable Integer maxConcurrentReads;

	private @Nullable Duration uncacheableTtl;

	private @Nullable DataSize maxValueSize;

	@Nullable String serializer;

	@Nullable Boolean transactionAware;

	private @Nullable Duration nearTtl;

	private @Nullable Integer nearMaxEntries;

	PolicyBuilder() {
	}

	/**
	 * Sets how long an entry is fresh.
	 * @param ttl the time
	 * @return this builder
	 */
	public B ttl(@Nullable Duration ttl) {
		this.ttl = ttl;
		return (B) this;
	}

	/**
	 * Sets how much longer an entry may be served stale to losers.
	 * @param staleTtl the time
	 * @return this builder
	 */
	public B staleTtl(@Nullable Duration staleTtl) {
		this.staleTtl = staleTtl;
		return (B) this;
	}

	/**
	 * Sets how much longer an entry may stand in for a failed source.
	 * @param staleIfErrorTtl the time
	 * @return this builder
	 */
	public B staleIfErrorTtl(@Nullable Duration staleIfErrorTtl) {
		this.staleIfErrorTtl = staleIfErrorTtl;
		return (B) this;
	}

	/**
	 * Sets how long the lock lives unless it is renewed.
	 * @param lockTtl the time
	 * @return this builder
	 */
	public B lockTtl(@Nullable Duration lockTtl) {
		this.lockTtl = lockTtl;
		return (B) this;
	}

	/**
	 * Sets whether the lock is renewed while the source is read.
	 * @param lockRenewal whether it is
	 * @return this builder
	 */
	public B lockRenewal(@Nullable Boolean lockRenewal) {
		this.lockRenewal = lockRenewal;
		return (B) this;
	}

	/**
	 * Sets the longest time that renewal keeps a lock.
	 * @param lockMaxHold the time
	 * @return this builder
	 */
	public B lockMaxHold(@Nullable Duration lockMaxHold) {
		this.lockMaxHold = lockMaxHold;
		return (B) this;
	}

	/**
	 * Sets what losers do.
	 * @param chain what they do, tried in order
	 * @return this builder
	 */
	public B onLose(OnLose... chain) {
		return onLose(Arrays.asList(chain));
	}

	/**
	 * Sets what losers do.
	 * @param onLose what they do, tried in order
	 * @return this builder
	 */
	public B onLose(@Nullable List<OnLose> onLose) {
		this.onLose = onLose;
		return (B) this;
	}

	/**
	 * Sets the longest time that a loser waits.
	 * @param waitTimeout the time
	 * @return this builder
	 */
	public B waitTimeout(@Nullable Duration waitTimeout) {
		this.waitTimeout = waitTimeout;
		return (B) this;
	}

	/**
	 * Sets whether null is stored: negative caching.
	 * @param cacheNulls whether it is
	 * @return this builder
	 */
	public B cacheNulls(@Nullable Boolean cacheNulls) {
		this.cacheNulls = cacheNulls;
		return (B) this;
	}

	/**
	 * Sets how long a stored null is fresh.
	 * @param nullTtl the time
	 * @return this builder
	 */
	public B nullTtl(@Nullable Duration nullTtl) {
		this.nullTtl = nullTtl;
		return (B) this;
	}

	/**
	 * Sets the share by which the time an entry is fresh is shortened at random.
	 * @param ttlJitter the share, at least 0 and less than 1
	 * @return this builder
	 */
	public B ttlJitter(@Nullable Double ttlJitter) {
		this.ttlJitter = ttlJitter;
		return (B) this;
	}

	/**
	 * Sets the eagerness of early refresh: probabilistic early expiration (XFetch).
	 * @param earlyRefreshBeta the factor; 0 is off, 1 is the usual choice
	 * @return this builder
	 */
	public B earlyRefreshBeta(@Nullable Double earlyRefreshBeta) {
		this.earlyRefreshBeta = earlyRefreshBeta;
		return (B) this;
	}

	/**
	 * Sets who reads the source when a stale copy is at hand.
	 * @param refresh who does
	 * @return this builder
	 */
	public B refresh(@Nullable RefreshMode refresh) {
		this.refresh = refresh;
		return (B) this;
	}

	/**
	 * Sets for how long nobody reads a failed source again while a copy can be served.
	 * @param failureBackoff the time
	 * @return this builder
	 */
	public B failureBackoff(@Nullable Duration failureBackoff) {
		this.failureBackoff = failureBackoff;
		return (B) this;
	}

	/**
	 * Sets how many source reads of the cache one JVM runs at a time: its bulkhead.
	 * @param maxConcurrentReads the number; 0 is no limit
	 * @return this builder
	 */
	public B maxConcurrentReads(@Nullable Integer maxConcurrentReads) {
		this.maxConcurrentReads = maxConcurrentReads;
		return (B) this;
	}

	/**
	 * Sets for how long a key whose value could not be stored is marked as uncacheable:
	 * hit-for-miss.
	 * @param uncacheableTtl the time; 0 is off
	 * @return this builder
	 */
	public B uncacheableTtl(@Nullable Duration uncacheableTtl) {
		this.uncacheableTtl = uncacheableTtl;
		return (B) this;
	}

	/**
	 * Sets the largest encoded value that is stored.
	 * @param maxValueSize the size
	 * @return this builder
	 */
	public B maxValueSize(@Nullable DataSize maxValueSize) {
		this.maxValueSize = maxValueSize;
		return (B) this;
	}

	/**
	 * Sets the longest time that one JVM serves an entry from its own memory, the L1
	 * cache.
	 * @param nearTtl the time; 0 is off
	 * @return this builder
	 */
	public B nearTtl(@Nullable Duration nearTtl) {
		this.nearTtl = nearTtl;
		return (B) this;
	}

	/**
	 * Sets how many entries of the cache one JVM keeps in its memory.
	 * @param nearMaxEntries the number
	 * @return this builder
	 */
	public B nearMaxEntries(@Nullable Integer nearMaxEntries) {
		this.nearMaxEntries = nearMaxEntries;
		return (B) this;
	}

	/**
	 * Builds what was said.
	 * @return an immutable object
	 */
	public abstract T build();

	final PolicySettings settings() {
		PolicySettings.Near near = (this.nearTtl != null || this.nearMaxEntries != null)
				? new PolicySettings.Near(this.nearTtl, this.nearMaxEntries) : null;
		return new PolicySettings(this.ttl, this.staleTtl, this.staleIfErrorTtl, this.lockTtl, this.lockRenewal,
				this.lockMaxHold, this.onLose, this.waitTimeout, this.cacheNulls, this.nullTtl, this.ttlJitter,
				this.earlyRefreshBeta, this.refresh, this.failureBackoff, this.maxConcurrentReads, this.uncacheableTtl,
				this.maxValueSize, this.serializer, this.transactionAware, near);
	}

}
