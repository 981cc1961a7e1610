package dev.stampede.redis;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import dev.stampede.testing.TestRedis;

class JedisEntryStoreTests extends RedisEntryStoreContract {

	JedisEntryStoreTests(TestRedis redis) {
		super(redis);
	}

	@Override
	RedisConnectionFactory connectionFactory(String host, int port) {
		return new JedisConnectionFactory(new RedisStandaloneConfiguration(host, port));
	}

}
