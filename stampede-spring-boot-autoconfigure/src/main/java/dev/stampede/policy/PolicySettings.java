package dev.stampede.policy;

import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

import dev.stampede.OnLose;

/**
 * What one place of configuration says about a cache: the defaults, an annotation, or a
 * cache's section. A component left null is not spoken of there.
 * {@link StampedePolicy#resolve} merges several of these into a policy.
 *
 * @param ttl Time an entry is fresh.
 * @param staleTtl Time an entry is kept longer, to be served stale to losers.
 * @param staleIfErrorTtl Time an entry is kept longer, to stand in for a failed source.
 * Same as the stale time by default.
 * @param lockTtl Life of the regeneration lock unless it is renewed.
 * @param lockRenewal Whether the lock is renewed while the source is being read.
 * @param lockMaxHold Longest time that renewal keeps a lock.
 * @param onLose Comma-separated list of what losers do, tried in order.
 * @param waitTimeout Longest time a loser waits. Life of the lock plus one second by
 * default.
 * @param cacheNulls Whether null is stored.
 * @param nullTtl Time a stored null is fresh. Same as the time of other values by
 * default.
 * @param ttlJitter Share, from 0 up to but not including 1, by which the time an entry is
 * fresh is shortened at random.
 * @param earlyRefreshBeta Eagerness of early refresh; 0 turns it off, 1 is the usual
 * choice.
 * @param refresh Who reads the source when a stale copy is at hand.
 * @param failureBackoff Time for which nobody reads a failed source again while a copy
 * can be served.
 * @param maxConcurrentReads Number of source reads of this cache that one JVM runs at a
 * time; 0 for no limit.
 * @param uncacheableTtl Time for which a key whose value could not be stored is marked as
 * uncacheable; 0 turns it off.
 * @param maxValueSize Largest encoded value that is stored.
 * @param serializer Name of the serializer bean for the values of this cache.
 * @param transactionAware Whether the cache of our CacheManager stores and evicts when
 * the caller's transaction commits.
 * @param near What is kept in the memory of each JVM.
 * @since 0.1.0
 */
public record PolicySettings(@Nullable Duration ttl, @Nullable Duration staleTtl, @Nullable Duration staleIfErrorTtl,
		@Nullable Duration lockTtl, @Nullable Boolean lockRenewal, @Nullable Duration lockMaxHold,
		@Nullable List<OnLose> onLose, @Nullable Duration waitTimeout, @Nullable Boolean cacheNulls,
		@Nullable Duration nullTtl, @Nullable Double ttlJitter, @Nullable Double earlyRefreshBeta,
		@Nullable RefreshMode refresh, @Nullable Duration failureBackoff, @Nullable Integer maxConcurrentReads,
		@Nullable Duration uncacheableTtl, @Nullable DataSize maxValueSize, @Nullable String serializer,
		@Nullable Boolean transactionAware, @Nullable Near near) {

	private static final Pattern BARE_NAME = Pattern.compile("[a-z0-9-]+");

	private static final PolicySettings NONE = builder().build();

	/**
	 * Returns settings that say nothing.
	 * @return all components null
	 */
	public static PolicySettings none() {
		return NONE;
	}

	/**
	 * Begins to build settings.
	 * @return a builder that leaves everything open
	 */
	public static Builder builder() {
		return new Builder();
	}

	/**
	 * Begins to build a changed copy of these settings.
	 * @return a builder that says the same
	 */
	public Builder toBuilder() {
		return builder().ttl(this.ttl)
			.staleTtl(this.staleTtl)
			.staleIfErrorTtl(this.staleIfErrorTtl)
			.lockTtl(this.lockTtl)
			.lockRenewal(this.lockRenewal)
			.lockMaxHold(this.lockMaxHold)
			.onLose(this.onLose)
			.waitTimeout(this.waitTimeout)
			.cacheNulls(this.cacheNulls)
			.nullTtl(this.nullTtl)
			.ttlJitter(this.ttlJitter)
			.earlyRefreshBeta(this.earlyRefreshBeta)
			.refresh(this.refresh)
			.failureBackoff(this.failureBackoff)
			.maxConcurrentReads(this.maxConcurrentReads)
			.uncacheableTtl(this.uncacheableTtl)
			.maxValueSize(this.maxValueSize)
			.serializer(this.serializer)
			.transactionAware(this.transactionAware)
			.nearTtl((this.near != null) ? this.near.ttl() : null)
			.nearMaxEntries((this.near != null) ? this.near.maxEntries() : null);
	}

	/**
	 * Returns a copy in which what these settings leave open is taken from weaker ones.
	 * @param weaker the settings that these override
	 * @return the merged settings
	 */
	public PolicySettings over(PolicySettings weaker) {
		return new PolicySettings(first(this.ttl, weaker.ttl), first(this.staleTtl, weaker.staleTtl),
				first(this.staleIfErrorTtl, weaker.staleIfErrorTtl), first(this.lockTtl, weaker.lockTtl),
				first(this.lockRenewal, weaker.lockRenewal), first(this.lockMaxHold, weaker.lockMaxHold),
				first(this.onLose, weaker.onLose), first(this.waitTimeout, weaker.waitTimeout),
				first(this.cacheNulls, weaker.cacheNulls), first(this.nullTtl, weaker.nullTtl),
				first(this.ttlJitter, weaker.ttlJitter), first(this.earlyRefreshBeta, weaker.earlyRefreshBeta),
				first(this.refresh, weaker.refresh), first(this.failureBackoff, weaker.failureBackoff),
				first(this.maxConcurrentReads, weaker.maxConcurrentReads),
				first(this.uncacheableTtl, weaker.uncacheableTtl), first(this.maxValueSize, weaker.maxValueSize),
				first(this.serializer, weaker.serializer), first(this.transactionAware, weaker.transactionAware),
				near(this.near, weaker.near));
	}

	private static @Nullable Near near(@Nullable Near stronger, @Nullable Near weaker) {
		return (stronger == null || weaker == null) ? first(stronger, weaker)
				: new Near(first(stronger.ttl, weaker.ttl), first(stronger.maxEntries, weaker.maxEntries));
	}

	/**
	 * Returns the property in which configuration says something about one cache.
	 * @param cacheName the cache
	 * @param setting the setting, or an empty text for the whole section
	 * @return the name of the property, with brackets where the name of the cache needs
	 * them
	 */
	public static String property(String cacheName, String setting) {
		return "stampede.caches." + (BARE_NAME.matcher(cacheName).matches() ? cacheName : "[" + cacheName + "]")
				+ (setting.isEmpty() ? "" : "." + setting);
	}

	private static <V> @Nullable V first(@Nullable V stronger, @Nullable V weaker) {
		return (stronger != null) ? stronger : weaker;
	}

	/**
	 * What is kept in the memory of each JVM.
	 *
	 * @param ttl Longest time that an entry is kept in memory and served from there; 0
	 * turns it off.
	 * @param maxEntries Number of entries of this cache that are kept in memory.
	 */
	public record Near(@Nullable Duration ttl, @Nullable Integer maxEntries) {

	}

	/**
	 * Builder of settings.
	 */
	public static final class Builder extends PolicyBuilder<Builder, PolicySettings> {

		private Builder() {
		}

		/**
		 * Sets the name of the serializer bean.
		 * @param serializer the name
		 * @return this builder
		 */
		public Builder serializer(@Nullable String serializer) {
			this.serializer = serializer;
			return this;
		}

		/**
		 * Sets whether the cache of our CacheManager stores and evicts when the caller's
		 * transaction commits.
		 * @param transactionAware whether it does
		 * @return this builder
		 */
		public Builder transactionAware(@Nullable Boolean transactionAware) {
			this.transactionAware = transactionAware;
			return this;
		}

		@Override
		public PolicySettings build() {
			return settings();
		}

	}

}
