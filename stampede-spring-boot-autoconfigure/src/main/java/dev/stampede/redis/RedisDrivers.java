package dev.stampede.redis;

import java.time.Duration;
import java.util.concurrent.ThreadFactory;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Choice of the driver that fits a connection factory.
 */
final class RedisDrivers {

	private static final Log logger = LogFactory.getLog(RedisDrivers.class);

	private static final String CONNECTION = "org.springframework.data.redis.connection.";

	private RedisDrivers() {
	}

	/**
	 * Derives our own connection. By name, since the class of the other driver cannot be
	 * loaded; exactly, since a subclass may do what we would lose.
	 * @param application the application's factory
	 * @param topology where Redis is, if the factory does not tell
	 * @param timeout the limit of each command and of connecting
	 * @param threads makes the threads on which connections are made
	 * @return the driver
	 */
	static RedisDriver derive(RedisConnectionFactory application, @Nullable RedisConfiguration topology,
			Duration timeout, ThreadFactory threads) {
		String name = application.getClass().getName();
		if (name.equals(CONNECTION + "lettuce.LettuceConnectionFactory")) {
			return lettuce((LettuceConnectionFactory) application, topology, timeout, threads);
		}
		if (name.equals(CONNECTION + "jedis.JedisConnectionFactory")) {
			return jedis((JedisConnectionFactory) application, timeout, threads);
		}
		return generic(application, name, "Use a plain LettuceConnectionFactory or JedisConnectionFactory", timeout,
				threads);
	}

	// a mock has the very class, and no configuration
	private static RedisDriver lettuce(LettuceConnectionFactory application, @Nullable RedisConfiguration topology,
			Duration timeout, ThreadFactory threads) {
		Object client = application.getClientConfiguration();
		if (client == null) {
			return generic(application, "a factory without a configuration, such as a mock",
					"Use a real LettuceConnectionFactory", timeout, threads);
		}
		if (topology == null && OwnLettuceConnectionFactory.hidesItsUser(application)) {
			return generic(application,
					"a LettuceConnectionFactory that does not tell its user, since it was made of a "
							+ "mere RedisConfiguration",
					"Cast what createRedisConfiguration returns to " + "RedisStandaloneConfiguration", timeout,
					threads);
		}
		return new LettuceDriver(application, topology, timeout, threads);
	}

	private static RedisDriver jedis(JedisConnectionFactory application, Duration timeout, ThreadFactory threads) {
		Object client = application.getClientConfiguration();
		return (client != null) ? JedisConnections.of(application, timeout, threads)
				: generic(application, "a factory without a configuration, such as a mock",
						"Use a real JedisConnectionFactory", timeout, threads);
	}

	private static RedisDriver generic(RedisConnectionFactory application, String what, String instead,
			Duration timeout, ThreadFactory threads) {
		logger.warn("No connection of our own can be derived from " + what + ": Stampede uses the application's, with "
				+ "its timeouts. " + instead + " to keep the two apart");
		RedisConnectionFactory foreign = new ForeignConnectionFactory(application);
		Runnable nothing = () -> {
		};
		return new GenericRedisDriver(foreign, foreign, false, nothing, nothing, nothing, timeout, threads);
	}

}
