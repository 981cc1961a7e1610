package dev.stampede.redis;

import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.StaticCredentialsProvider;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration.WithAuthentication;
import org.springframework.data.redis.connection.lettuce.RedisCredentialsProviderFactory;

/**
 * The user and password of a configuration, known at once. Lettuce asks other providers
 * on a thread of the common pool, and may then call a connection established shortly
 * before it takes commands: the first one would be rejected.
 */
final class ConfiguredCredentials implements RedisCredentialsProviderFactory {

	@Override
	public RedisCredentialsProvider createCredentialsProvider(RedisConfiguration configuration) {
		return (configuration instanceof WithAuthentication user && user.getPassword().isPresent())
				? new StaticCredentialsProvider(user.getUsername(), user.getPassword().get())
				: new StaticCredentialsProvider(null, null);
	}

}
