package dev.stampede.redis;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import dev.stampede.testing.RedisRights;
import dev.stampede.testing.TestRedis;

/**
 * The contract for a user that has no more rights than the documentation lists.
 */
class LettuceLeastPrivilegeEntryStoreTests extends RedisEntryStoreContract {

	LettuceLeastPrivilegeEntryStoreTests(TestRedis redis) {
		super(redis);
	}

	@BeforeAll
	static void makeUser(TestRedis redis) {
		RedisRights.grant(redis.keyPrefix(), redis::call);
	}

	@AfterAll
	static void deleteUser(TestRedis redis) {
		redis.call("ACL", "DELUSER", RedisRights.USER);
	}

	@Override
	RedisConnectionFactory connectionFactory(String host, int port) {
		RedisStandaloneConfiguration configuration = new RedisStandaloneConfiguration(host, port);
		configuration.setUsername(RedisRights.USER);
		configuration.setPassword(RedisRights.PASSWORD);
		return new LettuceConnectionFactory(configuration);
	}

}
