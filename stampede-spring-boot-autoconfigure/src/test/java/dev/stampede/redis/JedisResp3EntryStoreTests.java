package dev.stampede.redis;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import redis.clients.jedis.RedisProtocol;

import dev.stampede.testing.TestRedis;

/**
 * The contract on the newer protocol, which Jedis does not use by itself.
 */
class JedisResp3EntryStoreTests extends RedisEntryStoreContract {

	JedisResp3EntryStoreTests(TestRedis redis) {
		super(redis);
	}

	@Override
	RedisConnectionFactory connectionFactory(String host, int port) {
		JedisClientConfiguration client = JedisClientConfiguration.builder()
			.customizeClientConfig((config) -> config.protocol(RedisProtocol.RESP3))
			.build();
		return new JedisConnectionFactory(new RedisStandaloneConfiguration(host, port), client);
	}

}
