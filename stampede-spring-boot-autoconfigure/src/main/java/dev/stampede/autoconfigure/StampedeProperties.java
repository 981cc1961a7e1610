package dev.stampede.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

import dev.stampede.policy.PolicySettings;
import dev.stampede.policy.RedisFailureMode;

/**
 * Properties of the protection against cache stampedes.
 *
 * @param enabled Whether methods are protected.
 * @param keyPrefix Text that all keys of entries begin with.
 * @param connectionFactory Name of the RedisConnectionFactory bean, where there are
 * several.
 * @param cacheManager Whether the CacheManager of ours takes the place of the one that
 * Spring Boot would register; if false, it is registered only where there is none.
 * @param onRedisFailure What happens while Redis does not answer.
 * @param redisTimeout Limit of each command to Redis, and of waiting for a connection but
 * the first.
 * @param redisRetryAfter Time for which a Redis that does not answer is skipped;
 * jittered.
 * @param wakeUp How waiting callers hear of a fill.
 * @param pollInterval First pause between two looks of a waiting caller.
 * @param pollIntervalMax Longest pause between two looks of a waiting caller.
 * @param coalesceReads Whether callers that meet in one JVM share one read of the entry.
 * @param adviceOrder Order of the advice among other advice. By default behind whatever
 * has an order of its own, and before transactions, retries and caching.
 * @param refusalExceptions Names of exceptions that refuse one caller alone, beside those
 * of Spring Security.
 * @param sharedCaches Names of caches whose entries several beans of one class, or
 * several clients of one interface, share.
 * @param showKeys Whether the endpoint shows keys as they are, rather than as hashes.
 * @param refreshThreads Number of threads that refresh in the background.
 * @param refreshQueue Number of background refreshes that may wait for a thread.
 * @param defaults Policy of all caches.
 * @param caches Policies of single caches, by name.
 */
@ConfigurationProperties(prefix = StampedeProperties.PREFIX, ignoreUnknownFields = false)
record StampedeProperties(@DefaultValue("true") boolean enabled, @DefaultValue("stampede:") String keyPrefix,
		@Nullable String connectionFactory, @DefaultValue("false") boolean cacheManager,
		@DefaultValue("fail-open") RedisFailureMode onRedisFailure, @DefaultValue("250ms") Duration redisTimeout,
		@DefaultValue("1s") Duration redisRetryAfter, @DefaultValue("pub-sub") WakeUp wakeUp,
		@DefaultValue("10ms") Duration pollInterval, @DefaultValue("250ms") Duration pollIntervalMax,
		@DefaultValue("true") boolean coalesceReads, @DefaultValue("2147482647") int adviceOrder,
		@DefaultValue List<String> refusalExceptions, @DefaultValue List<String> sharedCaches,
		@DefaultValue("false") boolean showKeys, @DefaultValue("2") int refreshThreads,
		@DefaultValue("100") int refreshQueue, @NestedConfigurationProperty @DefaultValue PolicySettings defaults,
		@DefaultValue Map<String, PolicySettings> caches) {

	static final String PREFIX = "stampede";

	static final String SHARED_CACHES = PREFIX + ".shared-caches";

	/**
	 * Returns the properties that keep entries near.
	 * @return their names; empty if no cache has a near side
	 */
	List<String> nearTimes() {
		Map<String, PolicySettings> places = new TreeMap<>();
		places.put(PREFIX + ".defaults.near.ttl", this.defaults);
		this.caches.forEach((name, section) -> places.put(PolicySettings.property(name, "near.ttl"), section));
		places.values()
			.removeIf((settings) -> settings.near() == null || settings.near().ttl() == null
					|| settings.near().ttl().isZero());
		return List.copyOf(places.keySet());
	}

	/**
	 * How waiting callers hear of a fill.
	 */
	enum WakeUp {

		/**
		 * By messages, with polls as the backstop.
		 */
		PUB_SUB,

		/**
		 * By polls alone.
		 */
		POLL

	}

}
