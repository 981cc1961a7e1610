package dev.stampede.benchmarks.herd;

import org.redisson.Redisson;
import org.redisson.api.RBucket;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

import dev.stampede.testing.fleet.SourceClient;

/**
 * A look-up, a lock of Redisson's that its watchdog renews, and a second look-up.
 *
 * @param client the client
 * @param settings what is common
 * @param source the source
 */
record RedissonContender(RedissonClient client, MemberSettings settings, SourceClient source) implements Contender {

	static Contender start(MemberSettings settings, SourceClient source) {
		Config config = new Config();
		config.setCodec(StringCodec.INSTANCE);
		config.setLockWatchdogTimeout(settings.lease().toMillis());
		int timeout = (int) MemberSettings.TIMEOUT.toMillis();
		config.useSingleServer()
			.setAddress("redis://127.0.0.1:" + settings.redisPort())
			.setClientName(settings.name())
			.setTimeout(timeout)
			.setConnectTimeout(timeout);
		return new RedissonContender(Redisson.create(config), settings, source);
	}

	@Override
	public String get(String key) {
		RBucket<String> bucket = this.client.getBucket("redisson:" + key);
		String value = bucket.get();
		return (value != null) ? value : load(key, bucket);
	}

	@Override
	public void evict(String key) {
		this.client.getBucket("redisson:" + key).delete();
	}

	private String load(String key, RBucket<String> bucket) {
		RLock lock = this.client.getLock("redisson-lock:" + key);
		lock.lock();
		try {
			String value = bucket.get();
			if (value == null) {
				value = this.source.read(key);
				bucket.set(value, this.settings.ttl());
			}
			return value;
		}
		finally {
			lock.unlock();
		}
	}

}
