package dev.stampede.autoconfigure;

import org.springframework.data.redis.connection.RedisConnectionFactory;

import dev.stampede.redis.RedisEntryStoreBuilder;

/**
 * Tells the store where Redis is when a connection factory does not.
 */
@FunctionalInterface
interface ConnectionTopology {

	/**
	 * Completes a builder.
	 * @param connectionFactory the connection factory chosen
	 * @param builder the builder
	 */
	void apply(RedisConnectionFactory connectionFactory, RedisEntryStoreBuilder builder);

}
