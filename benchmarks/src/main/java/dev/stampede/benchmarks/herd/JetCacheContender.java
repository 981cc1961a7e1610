package dev.stampede.benchmarks.herd;

import java.util.concurrent.TimeUnit;

import com.alicp.jetcache.Cache;
import com.alicp.jetcache.redis.lettuce.RedisLettuceCacheBuilder;
import com.alicp.jetcache.support.JavaValueDecoder;
import com.alicp.jetcache.support.JavaValueEncoder;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import org.jspecify.annotations.Nullable;

import dev.stampede.testing.fleet.SourceClient;

/**
 * A cache of JetCache's by its own builder, with a loader and with the protection against
 * penetration. Its values have an envelope of its own, so its serializer is its own too.
 *
 * @param cache the cache
 */
record JetCacheContender(Cache<String, String> cache) implements Contender {

	static Contender start(MemberSettings settings, SourceClient source) {
		RedisClient client = RedisClient.create(RedisURI.builder()
			.withHost("127.0.0.1")
			.withPort(settings.redisPort())
			.withClientName(settings.name())
			.withTimeout(MemberSettings.TIMEOUT)
			.build());
		Cache<String, String> cache = RedisLettuceCacheBuilder.createRedisLettuceCacheBuilder()
			.redisClient(client)
			.asyncResultTimeoutInMillis(MemberSettings.TIMEOUT.toMillis())
			.keyPrefix("jetcache:")
			.keyConvertor((key) -> key)
			.valueEncoder(JavaValueEncoder.INSTANCE)
			.valueDecoder(JavaValueDecoder.INSTANCE)
			.expireAfterWrite(settings.ttl().toMillis(), TimeUnit.MILLISECONDS)
			.cachePenetrateProtect(true)
			.<String, String>loader(source::read)
			.buildCache();
		return new JetCacheContender(cache);
	}

	@Override
	public @Nullable String get(String key) {
		return this.cache.get(key);
	}

	@Override
	public void evict(String key) {
		this.cache.remove(key);
	}

}
