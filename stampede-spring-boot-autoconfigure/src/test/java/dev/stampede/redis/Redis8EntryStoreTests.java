package dev.stampede.redis;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import dev.stampede.testing.ContainerRedis;

/**
 * The contract on {@code redis:8}, where Docker answers.
 */
class Redis8EntryStoreTests extends RedisEntryStoreContract {

	@SuppressWarnings("NullAway.Init")
	private static ContainerRedis container;

	Redis8EntryStoreTests() {
		super(container.redis());
	}

	@BeforeAll
	static void start() {
		container = ContainerRedis.startOrSkip("redis:8");
	}

	@AfterAll
	static void stop() {
		if (container != null) {
			container.close();
		}
	}

	@Override
	RedisConnectionFactory connectionFactory(String host, int port) {
		return new LettuceConnectionFactory(host, port);
	}

}
