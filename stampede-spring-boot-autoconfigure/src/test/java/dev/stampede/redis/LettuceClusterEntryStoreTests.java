package dev.stampede.redis;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

class LettuceClusterEntryStoreTests extends ClusterEntryStoreContract {

	@Override
	RedisConnectionFactory connectionFactory(RedisClusterConfiguration configuration) {
		return new LettuceConnectionFactory(configuration);
	}

}
