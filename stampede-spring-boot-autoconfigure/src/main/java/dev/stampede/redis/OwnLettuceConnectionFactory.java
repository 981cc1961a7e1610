package dev.stampede.redis;

import java.time.Duration;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisPassword;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Connection factory for Lettuce that knows two limits, where its configuration holds but
 * one: that of the driver's handshake, which is the configured one, and that of commands.
 */
final class OwnLettuceConnectionFactory extends LettuceConnectionFactory {

	private final Duration timeout;

	OwnLettuceConnectionFactory(LettuceConnectionFactory application, @Nullable RedisConfiguration topology,
			LettuceClientConfiguration client, Duration timeout) {
		super((topology != null) ? topology : topologyOf(application), client);
		this.timeout = timeout;
	}

	@Override
	public long getTimeout() {
		return this.timeout.toMillis();
	}

	private static RedisConfiguration topologyOf(LettuceConnectionFactory application) {
		Stream<@Nullable RedisConfiguration> known = Stream.of(application.getClusterConfiguration(),
				application.getSentinelConfiguration(), application.getSocketConfiguration());
		return known.flatMap(Stream::ofNullable).findFirst().orElseGet(() -> standalone(application));
	}

	/**
	 * Returns whether a factory logs in as somebody whose name it does not tell: one that
	 * was given its configuration as a mere {@link RedisConfiguration} tells where it
	 * connects and its password only.
	 * @param application the factory
	 * @return whether we would log in as somebody else
	 */
	static boolean hidesItsUser(LettuceConnectionFactory application) {
		boolean standalone = application.getClusterConfiguration() == null
				&& application.getSentinelConfiguration() == null && application.getSocketConfiguration() == null;
		return standalone && application.getPassword() != null && !tellsAll(application);
	}

	private static boolean tellsAll(LettuceConnectionFactory application) {
		RedisStandaloneConfiguration told = application.getStandaloneConfiguration();
		return told.getHostName().equals(application.getHostName()) && told.getPort() == application.getPort()
				&& told.getDatabase() == application.getDatabase()
				&& told.getPassword().equals(RedisPassword.of(application.getPassword()));
	}

	private static RedisStandaloneConfiguration standalone(LettuceConnectionFactory application) {
		if (tellsAll(application)) {
			return application.getStandaloneConfiguration();
		}
		RedisStandaloneConfiguration actual = new RedisStandaloneConfiguration(application.getHostName(),
				application.getPort());
		actual.setDatabase(application.getDatabase());
		return actual;
	}

}
