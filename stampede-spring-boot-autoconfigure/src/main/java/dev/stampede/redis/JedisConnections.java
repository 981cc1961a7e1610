package dev.stampede.redis;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;

import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration.JedisClientConfigurationBuilder;
import org.springframework.data.redis.connection.jedis.JedisClientConfiguration.JedisSslClientConfigurationBuilder;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

/**
 * Factory of our own connections through Jedis, which block. A subscription gets one
 * outside the pool: when Redis refuses the channel, replies are left over on it.
 */
final class JedisConnections {

	/** Enough to follow a redirection. */
	private static final int CLUSTER_ATTEMPTS = 2;

	private JedisConnections() {
	}

	static RedisDriver of(JedisConnectionFactory application, Duration timeout, ThreadFactory threads) {
		JedisConnectionFactory own = derive(application, timeout, true);
		own.setUseUnifiedJedis(application.isUseUnifiedJedis());
		JedisConnectionFactory subscribing = derive(application, timeout, false);
		subscribing.setUseUnifiedJedis(false);
		Runnable start = () -> {
			own.start();
			subscribing.start();
		};
		Runnable pause = () -> {
			subscribing.stop();
			own.stop();
		};
		Runnable end = () -> {
			subscribing.destroy();
			own.destroy();
		};
		return new GenericRedisDriver(own, subscribing, own.isRedisClusterAware(), start, pause, end, timeout, threads);
	}

	private static JedisConnectionFactory derive(JedisConnectionFactory application, Duration timeout,
			boolean pooling) {
		JedisConnectionFactory own = create(application, timeout, pooling);
		own.setEarlyStartup(false);
		own.afterPropertiesSet();
		return own;
	}

	private static JedisConnectionFactory create(JedisConnectionFactory application, Duration timeout,
			boolean pooling) {
		JedisClientConfiguration client = derive(application.getClientConfiguration(), timeout, pooling);
		RedisClusterConfiguration cluster = application.getClusterConfiguration();
		if (cluster != null) {
			return new JedisConnectionFactory(impatient(cluster), client);
		}
		RedisSentinelConfiguration sentinel = application.getSentinelConfiguration();
		if (sentinel != null) {
			return new JedisConnectionFactory(sentinel, client);
		}
		return new JedisConnectionFactory(Objects.requireNonNull(application.getStandaloneConfiguration()), client);
	}

	// With more attempts Jedis sleeps between them, up to that many times the limit.
	private static RedisClusterConfiguration impatient(RedisClusterConfiguration application) {
		RedisClusterConfiguration own = new RedisClusterConfiguration();
		own.setClusterNodes(application.getClusterNodes());
		own.setUsername(application.getUsername());
		own.setPassword(application.getPassword());
		own.setMaxRedirects(CLUSTER_ATTEMPTS);
		return own;
	}

	private static JedisClientConfiguration derive(JedisClientConfiguration client, Duration timeout, boolean pooling) {
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
		if (!pooling) {
			return builder.build();
		}
		GenericObjectPoolConfig<?> pool = client.getPoolConfig()
			.<GenericObjectPoolConfig<?>>map(GenericObjectPoolConfig::clone)
			.orElseGet(GenericObjectPoolConfig::new);
		pool.setMaxWait(timeout);
		pool.setJmxEnabled(false);
		return builder.usePooling().poolConfig(pool).and().build();
	}

}
