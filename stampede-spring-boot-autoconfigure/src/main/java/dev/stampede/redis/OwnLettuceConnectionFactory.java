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
 * A factory for Lettuce that knows two limits, where its configuration holds but one:
 * that of the driver's handshake, which is the configured one, and that of commands.
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

	// A factory that was given its configuration as a mere RedisConfiguration tells the
	// truth only in parts.
	private static RedisStandaloneConfiguration standalone(LettuceConnectionFactory application) {
		RedisStandaloneConfiguration told = application.getStandaloneConfiguration();
		RedisPassword secret = RedisPassword.of(application.getPassword());
		if (told.getHostName().equals(application.getHostName()) && told.getPort() == application.getPort()
				&& told.getDatabase() == application.getDatabase() && told.getPassword().equals(secret)) {
			return told;
		}
		RedisStandaloneConfiguration actual = new RedisStandaloneConfiguration(application.getHostName(),
				application.getPort());
		actual.setDatabase(application.getDatabase());
		actual.setPassword(secret);
		return actual;
	}

}
