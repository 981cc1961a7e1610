package dev.stampede.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.protocol.ProtocolVersion;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import dev.stampede.testing.TestRedis;

/**
 * The contract on the older protocol, which Lettuce does not use by itself.
 */
class LettuceResp2EntryStoreTests extends RedisEntryStoreContract {

	LettuceResp2EntryStoreTests(TestRedis redis) {
		super(redis);
	}

	@Override
	RedisConnectionFactory connectionFactory(String host, int port) {
		LettuceClientConfiguration client = LettuceClientConfiguration.builder()
			.clientOptions(ClientOptions.builder().protocolVersion(ProtocolVersion.RESP2).build())
			.build();
		return new LettuceConnectionFactory(new RedisStandaloneConfiguration(host, port), client);
	}

}
