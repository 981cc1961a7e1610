package dev.stampede.cache;

import java.net.URI;
import java.time.Duration;
import java.util.UUID;

import javax.cache.Caching;
import javax.cache.configuration.MutableConfiguration;

import org.springframework.cache.CacheManager;
import org.springframework.cache.caffeine.CaffeineCacheManager;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.cache.jcache.JCacheCacheManager;
import org.springframework.cache.support.CompositeCacheManager;
import org.springframework.cache.support.SimpleCacheManager;
import org.springframework.cache.transaction.TransactionAwareCacheManagerProxy;
import org.springframework.context.ApplicationContext;
import org.springframework.data.redis.cache.RedisCacheConfiguration;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.data.redis.cache.RedisCacheWriter;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.serializer.JacksonJsonRedisSerializer;
import org.springframework.data.redis.serializer.RedisSerializationContext.SerializationPair;
import org.springframework.data.redis.serializer.RedisSerializer;

/**
 * The cache managers that applications have.
 */
enum Managers {

	/** On Redis with the serializer that is Spring's default. */
	REDIS(true),
	/** On Redis with JSON. */
	REDIS_JSON(true),
	/** On Redis with a writer that locks the cache. */
	REDIS_LOCKING(true),
	/** Several managers, one of them on Redis. */
	COMPOSITE(true),
	/** On Redis, putting after commits. */
	TRANSACTION_AWARE(true),
	/** In memory. */
	CAFFEINE(false),
	/** In memory. */
	CONCURRENT_MAP(false),
	/** By the standard's interface, in memory. */
	JCACHE(false);

	private final boolean shared;

	Managers(boolean shared) {
		this.shared = shared;
	}

	/**
	 * Returns whether all nodes see the same entries.
	 */
	boolean isShared() {
		return this.shared;
	}

	/**
	 * Returns the class by which the application injects it.
	 */
	@SuppressWarnings("unchecked")
	Class<CacheManager> type() {
		return (Class<CacheManager>) (Class<?>) switch (this) {
			case REDIS, REDIS_JSON, REDIS_LOCKING -> RedisCacheManager.class;
			default -> CacheManager.class;
		};
	}

	CacheManager create(ApplicationContext context) {
		return switch (this) {
			case REDIS -> redis(context, RedisSerializer.java(), false);
			case REDIS_JSON -> redis(context, new JacksonJsonRedisSerializer<>(Price.class), false);
			case REDIS_LOCKING -> redis(context, RedisSerializer.java(), true);
			case COMPOSITE -> new CompositeCacheManager(simple(), redis(context, RedisSerializer.java(), false));
			case TRANSACTION_AWARE ->
				new TransactionAwareCacheManagerProxy(redis(context, RedisSerializer.java(), false));
			case CAFFEINE -> new CaffeineCacheManager();
			case CONCURRENT_MAP -> new ConcurrentMapCacheManager();
			case JCACHE -> jcache();
		};
	}

	private static CacheManager simple() {
		SimpleCacheManager manager = new SimpleCacheManager();
		manager.initializeCaches();
		return manager;
	}

	private static CacheManager jcache() {
		URI name = URI.create("node-" + UUID.randomUUID());
		javax.cache.CacheManager manager = Caching.getCachingProvider()
			.getCacheManager(name, Managers.class.getClassLoader());
		manager.createCache("prices", new MutableConfiguration<>());
		manager.createCache("sync", new MutableConfiguration<>());
		JCacheCacheManager spring = new JCacheCacheManager(manager);
		spring.afterPropertiesSet();
		return spring;
	}

	private static RedisCacheManager redis(ApplicationContext context, RedisSerializer<?> serializer, boolean locking) {
		RedisConnectionFactory factory = context.getBean(RedisConnectionFactory.class);
		RedisCacheWriter writer = locking ? RedisCacheWriter.lockingRedisCacheWriter(factory)
				: RedisCacheWriter.nonLockingRedisCacheWriter(factory);
		RedisCacheManager manager = RedisCacheManager.builder(writer)
			.cacheDefaults(RedisCacheConfiguration.defaultCacheConfig()
				.entryTtl(Duration.ofMinutes(1))
				.prefixCacheNameWith(context.getEnvironment().getProperty("stampede.key-prefix") + "app:")
				.serializeValuesWith(SerializationPair.fromSerializer(serializer)))
			.enableStatistics()
			.build();
		manager.afterPropertiesSet();
		return manager;
	}

}
