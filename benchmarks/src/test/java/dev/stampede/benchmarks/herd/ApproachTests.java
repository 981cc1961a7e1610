package dev.stampede.benchmarks.herd;

import java.time.Duration;
import java.util.Objects;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.stampede.testing.RedisServer;
import dev.stampede.testing.fleet.SourceClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every contender keeps what it has read, and drops what is evicted.
 */
class ApproachTests {

	@ParameterizedTest
	@EnumSource
	void keepsWhatItReadAndDropsWhatIsEvicted(Approach approach) throws Exception {
		try (RedisServer redis = RedisServer.start(); Source source = new Source()) {
			MemberSettings settings = new MemberSettings("member", redis.port(), source.port(), Duration.ofMinutes(1),
					Duration.ofSeconds(5));
			Contender contender = approach.start(settings, new SourceClient(source.port()));
			String value = Objects.requireNonNull(contender.get("key"));
			assertThat(value).hasSize(1024).startsWith("1.1.");
			assertThat(contender.get("key")).isEqualTo(value);
			source.change();
			contender.evict("key");
			assertThat(contender.get("key")).startsWith("2.2.");
			assertThat(source.reads()).isEqualTo(2);
		}
	}

}
