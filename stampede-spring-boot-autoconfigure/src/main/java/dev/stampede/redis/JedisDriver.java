package dev.stampede.redis;

import java.time.Duration;
import java.util.Objects;

import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration.JedisClientConfigurationBuilder;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration.JedisSslClientConfigurationBuilder;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

/**
 * Derives our own connections through Jedis, which block.
 */
final class JedisDriver {

	private JedisDriver() {
	}

	static RedisDriver of(JedisConnectionFactory application, Duration timeout) {
		JedisConnectionFactory own = derive(application, timeout);
		own.setUseUnifiedJedis(application.isUseUnifiedJedis());
		own.setConvertPipelineAndTxResults(application.getConvertPipelineAndTxResults());
		Runnable start = () -> {
			if (!own.isRunning()) {
				own.start();
			}
		};
		own.setEarlyStartup(false);
		own.afterPropertiesSet();
		return new BlockingDriver(own, own.isRedisClusterAware(), start, own::destroy, timeout);
	}

	private static JedisConnectionFactory derive(JedisConnectionFactory application, Duration timeout) {
		JedisClientConfiguration client = derive(application.getClientConfiguration(), timeout);
		RedisClusterConfiguration cluster = application.getClusterConfiguration();
		if (cluster != null) {
			return new JedisConnectionFactory(cluster, client);
		}
		RedisSentinelConfiguration sentinel = application.getSentinelConfiguration();
		if (sentinel != null) {
			return new JedisConnectionFactory(sentinel, client);
		}
		return new JedisConnectionFactory(Objects.requireNonNull(application.getStandaloneConfiguration()), client);
	}

	private static JedisClientConfiguration derive(JedisClientConfiguration client, Duration timeout) {
		JedisClientConfigurationBuilder builder = JedisClientConfiguration.builder()
			.connectTimeout(timeout)
			.readTimeout(timeout);
		client.getClientName().ifPresent(builder::clientName);
		client.getClientConfigCustomizer().ifPresent(builder::customizeClientConfig);
		client.getClientCustomizer().ifPresent(builder::customizeClient);
		if (client.isUseSsl()) {
			JedisSslClientConfigurationBuilder ssl = builder.useSsl();
			client.getSslSocketFactory().ifPresent(ssl::sslSocketFactory);
			client.getSslParameters().ifPresent(ssl::sslParameters);
			client.getHostnameVerifier().ifPresent(ssl::hostnameVerifier);
		}
		GenericObjectPoolConfig<?> pool = client.getPoolConfig()
			.<GenericObjectPoolConfig<?>>map(GenericObjectPoolConfig::clone)
			.orElseGet(GenericObjectPoolConfig::new);
		pool.setMaxWait(timeout);
		pool.setJmxEnabled(false);
		return builder.usePooling().poolConfig(pool).and().build();
	}

}
