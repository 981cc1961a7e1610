package dev.stampede.redis;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

class LettuceOutageTests extends OutageContract {

	@Override
	RedisConnectionFactory connectionFactory(String host, int port) {
		return new LettuceConnectionFactory(host, port);
	}

}
