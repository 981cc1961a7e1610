package dev.stampede.benchmarks.herd;

import java.util.concurrent.locks.Lock;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

import dev.stampede.testing.fleet.SourceClient;

/**
 * A look-up, a lock of Spring Integration's, and a second look-up.
 *
 * @param template where the values are
 * @param locks where the locks are
 * @param settings what is common
 * @param source the source
 */
record LockRegistryContender(StringRedisTemplate template, RedisLockRegistry locks, MemberSettings settings,
		SourceClient source) implements Contender {

	// how its losers wait unless told otherwise
	static Contender spinning(MemberSettings settings, SourceClient source) {
		return start(settings, source, RedisLockType.SPIN_LOCK);
	}

	static Contender listening(MemberSettings settings, SourceClient source) {
		return start(settings, source, RedisLockType.PUB_SUB_LOCK);
	}

	@Override
	public String get(String key) {
		String value = this.template.opsForValue().get("registry:" + key);
		return (value != null) ? value : load(key);
	}

	@Override
	public void evict(String key) {
		this.template.delete("registry:" + key);
	}

	private String load(String key) {
		Lock lock = this.locks.obtain(key);
		lock.lock();
		try {
			String value = this.template.opsForValue().get("registry:" + key);
			if (value == null) {
				value = this.source.read(key);
				this.template.opsForValue().set("registry:" + key, value, this.settings.ttl());
			}
			return value;
		}
		finally {
			lock.unlock();
		}
	}

	private static Contender start(MemberSettings settings, SourceClient source, RedisLockType type) {
		LettuceConnectionFactory connections = settings.connectionFactory();
		RedisLockRegistry locks = new RedisLockRegistry(connections, "registry-locks", settings.lease());
		locks.setRedisLockType(type);
		return new LockRegistryContender(new StringRedisTemplate(connections), locks, settings, source);
	}

}
