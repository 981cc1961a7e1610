package dev.stampede.redis;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConnection;

/**
 * Delegates to a factory that we cannot derive from. Being another object, it keeps us
 * from what the application has bound to its threads under the original.
 */
final class ForeignConnectionFactory implements RedisConnectionFactory {

	private final RedisConnectionFactory delegate;

	ForeignConnectionFactory(RedisConnectionFactory delegate) {
		this.delegate = delegate;
	}

	@Override
	public RedisConnection getConnection() {
		return this.delegate.getConnection();
	}

	@Override
	public RedisClusterConnection getClusterConnection() {
		return this.delegate.getClusterConnection();
	}

	@Override
	public RedisSentinelConnection getSentinelConnection() {
		return this.delegate.getSentinelConnection();
	}

	@Override
	public boolean getConvertPipelineAndTxResults() {
		return this.delegate.getConvertPipelineAndTxResults();
	}

	@Override
	public @Nullable DataAccessException translateExceptionIfPossible(RuntimeException ex) {
		return this.delegate.translateExceptionIfPossible(ex);
	}

}
