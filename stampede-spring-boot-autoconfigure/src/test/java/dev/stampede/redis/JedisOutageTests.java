package dev.stampede.redis;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

class JedisOutageTests extends OutageContract {

	@Override
	RedisConnectionFactory connectionFactory(String host, int port) {
		return new JedisConnectionFactory(new RedisStandaloneConfiguration(host, port));
	}

}
