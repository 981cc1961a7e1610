package dev.stampede.redis;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

class JedisClusterEntryStoreTests extends ClusterEntryStoreContract {

	@Override
	RedisConnectionFactory connectionFactory(RedisClusterConfiguration configuration) {
		return new JedisConnectionFactory(configuration);
	}

}
