package dev.stampede.redis;

import java.time.Duration;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Finds the driver that fits a connection factory.
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
	 * @return the driver
	 */
	static RedisDriver derive(RedisConnectionFactory application, @Nullable RedisConfiguration topology,
			Duration timeout) {
		String name = application.getClass().getName();
		if (name.equals(CONNECTION + "lettuce.LettuceConnectionFactory")) {
			return new LettuceDriver((LettuceConnectionFactory) application, topology, timeout);
		}
		if (name.equals(CONNECTION + "jedis.JedisConnectionFactory")) {
			return JedisDriver.of((JedisConnectionFactory) application, timeout);
		}
		logger.warn("No connection of our own can be derived from " + name + ": Stampede uses the application's, with "
				+ "its timeouts. Use a plain LettuceConnectionFactory or JedisConnectionFactory to keep the two apart");
		RedisConnectionFactory foreign = new ForeignConnectionFactory(application);
		return new BlockingDriver(foreign, foreign, false, () -> {
		}, () -> {
		}, timeout);
	}

}
