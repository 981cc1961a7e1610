package dev.stampede.benchmarks.herd;

import java.time.Duration;
import java.util.List;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Settings of a member, given when it is launched. They are the same for all contenders.
 *
 * @param name its name, which its connections bear too
 * @param redisPort the port of Redis
 * @param sourcePort the port of the source
 * @param ttl how long a value is kept
 * @param lease how long a lock lives that nobody renews
 */
record MemberSettings(String name, int redisPort, int sourcePort, Duration ttl, Duration lease) {

	/** The limit of a command, and of connecting. */
	static final Duration TIMEOUT = Duration.ofSeconds(2);

	static MemberSettings parse(List<String> words) {
		return new MemberSettings(words.get(0), Integer.parseInt(words.get(1)), Integer.parseInt(words.get(2)),
				Duration.parse(words.get(3)), Duration.parse(words.get(4)));
	}

	List<String> words() {
		return List.of(this.name, Integer.toString(this.redisPort), Integer.toString(this.sourcePort),
				this.ttl.toString(), this.lease.toString());
	}

	MemberSettings withoutExpiry() {
		return new MemberSettings(this.name, this.redisPort, this.sourcePort, Duration.ofHours(1), this.lease);
	}

	// Returns a connection factory as Boot would make it.
	LettuceConnectionFactory connectionFactory() {
		LettuceConnectionFactory factory = new LettuceConnectionFactory(
				new RedisStandaloneConfiguration("127.0.0.1", this.redisPort),
				LettuceClientConfiguration.builder().commandTimeout(TIMEOUT).clientName(this.name).build());
		factory.start();
		return factory;
	}

	// Returns the same for an application of Boot's.
	String[] properties() {
		return new String[] { "spring.data.redis.port=" + this.redisPort, "spring.data.redis.host=127.0.0.1",
				"spring.data.redis.client-name=" + this.name, "spring.data.redis.timeout=" + TIMEOUT,
				"spring.data.redis.connect-timeout=" + TIMEOUT, "spring.main.banner-mode=off",
				"logging.level.root=error" };
	}

}
