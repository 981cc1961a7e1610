package dev.stampede.testing;

import java.util.List;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * The drivers that an application may use. The connection factories made here are
 * started; whoever asks for one destroys it.
 */
public enum RedisDriverKind {

	/** Lettuce, Boot's default. */
	LETTUCE,

	/** Jedis. */
	JEDIS;

	/**
	 * Connects to a single server.
	 * @param server where it is
	 * @return the application's connection factory
	 */
	public RedisConnectionFactory standalone(RedisServer server) {
		return standalone(new RedisStandaloneConfiguration(server.host(), server.port()));
	}

	/**
	 * Connects to a single server.
	 * @param configuration where it is
	 * @return the application's connection factory
	 */
	public RedisConnectionFactory standalone(RedisStandaloneConfiguration configuration) {
		return (this == LETTUCE) ? started(new LettuceConnectionFactory(configuration))
				: started(new JedisConnectionFactory(configuration));
	}

	/**
	 * Connects to a cluster.
	 * @param configuration where it is
	 * @return the application's connection factory
	 */
	public RedisConnectionFactory cluster(RedisClusterConfiguration configuration) {
		return (this == LETTUCE) ? started(new LettuceConnectionFactory(configuration))
				: started(new JedisConnectionFactory(configuration));
	}

	/**
	 * Returns where a cluster is.
	 * @param servers its nodes
	 * @return the configuration
	 */
	public static RedisClusterConfiguration configuration(List<RedisServer> servers) {
		RedisClusterConfiguration configuration = new RedisClusterConfiguration();
		servers.forEach((server) -> configuration.clusterNode(server.host(), server.port()));
		return configuration;
	}

	/**
	 * Connects to the master that a sentinel names.
	 * @param master the name of the master
	 * @param sentinel where the sentinel is
	 * @return the application's connection factory
	 */
	public RedisConnectionFactory sentinel(String master, RedisServer sentinel) {
		RedisSentinelConfiguration configuration = new RedisSentinelConfiguration().master(master)
			.sentinel(sentinel.host(), sentinel.port());
		return (this == LETTUCE) ? started(new LettuceConnectionFactory(configuration))
				: started(new JedisConnectionFactory(configuration));
	}

	private static LettuceConnectionFactory started(LettuceConnectionFactory factory) {
		factory.afterPropertiesSet();
		factory.start();
		return factory;
	}

	private static JedisConnectionFactory started(JedisConnectionFactory factory) {
		factory.setEarlyStartup(false);
		factory.afterPropertiesSet();
		factory.start();
		return factory;
	}

}
