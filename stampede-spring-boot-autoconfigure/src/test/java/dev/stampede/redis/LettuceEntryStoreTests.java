package dev.stampede.redis;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import dev.stampede.testing.TestRedis;

class LettuceEntryStoreTests extends RedisEntryStoreContract {

	LettuceEntryStoreTests(TestRedis redis) {
		super(redis);
	}

	@Override
	RedisConnectionFactory connectionFactory(String host, int port) {
		return new LettuceConnectionFactory(host, port);
	}

}
