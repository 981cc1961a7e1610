package dev.stampede.testing;

import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

@ExtendWith(RedisExtension.class)
class RedisExtensionTests {

	private final TestRedis redis;

	RedisExtensionTests(TestRedis redis) {
		this.redis = redis;
	}

	@AfterEach
	void nothingIsLeft() {
		this.redis.clear();
		this.redis.assertNoLocksLeft();
	}

	@Test
	void sharedServerAnswers() {
		assertThat(this.redis.call("SET", this.redis.key("a"), "1")).isEqualTo("OK");
		assertThat(this.redis.call("GET", this.redis.key("a"))).isEqualTo("1");
		assertThat(this.redis.call("GET", this.redis.key("b"))).isNull();
	}

	@Test
	void parameterOfOneClassIsOneObject(TestRedis other) {
		assertThat(other).isSameAs(this.redis);
		assertThat(other.keyPrefix()).startsWith("RedisExtensionTests-").endsWith(":");
		assertThat(other.properties()).contains("spring.data.redis.port=" + other.port());
	}

	@Test
	void locksAndMarksAreThoseOfThisClass() {
		String key = this.redis.key("sets::EMS0");
		String braced = this.redis.key("sets::{EMS0}");
		List<String> ours = List.of("lock:{" + key + "}", "lock:{EMS0}:" + braced, "wait:{" + key + "}");
		ours.forEach((lock) -> this.redis.call("SET", lock, "token", "PX", "10000"));
		this.redis.call("SET", "lock:{other-" + this.redis.keyPrefix() + "}", "token", "PX", "500");
		this.redis.call("SET", key, "value");
		assertThat(this.redis.locksAndMarks()).containsExactlyInAnyOrderElementsOf(ours);
	}

	@Test
	void assertNoLocksLeftWaitsForExpiry() {
		this.redis.call("SET", "lock:{" + this.redis.key("a") + "}", "token", "PX", "50");
		this.redis.assertNoLocksLeft();
		assertThat(this.redis.locksAndMarks()).isEmpty();
	}

	@Test
	void clearRemovesEveryKeyOfThisClass() {
		this.redis.call("SET", this.redis.key("a"), "1");
		this.redis.call("SET", "lock:{" + this.redis.key("a") + "}", "token");
		this.redis.clear();
		assertThat(this.redis.call("EXISTS", this.redis.key("a"))).isEqualTo(0L);
		assertThat(this.redis.locksAndMarks()).isEmpty();
	}

	@Test
	void monitorSeparatesClientsFromScripts() {
		String key = this.redis.key("a \"quoted\"\n\u00e9");
		try (RedisMonitor monitor = this.redis.monitor()) {
			this.redis.call("GET", key);
			this.redis.call("EVAL", "return redis.call('SET', KEYS[1], ARGV[1])", "1", key, "v");
			assertThat(monitor.sent(this.redis.keyPrefix())).extracting(MonitoredCommand::name)
				.containsExactly("GET", "EVAL");
			assertThat(monitor.ranByScripts(this.redis.keyPrefix())).singleElement()
				.satisfies((command) -> assertThat(command.arguments()).containsExactly("SET",
						this.redis.key("a \"quoted\"\n\u00c3\u00a9"), "v"));
			monitor.clear();
			assertThat(monitor.all()).isEmpty();
		}
	}

	@Test
	void givenAddressIsSplitAtTheLastColon() {
		SharedRedis given = SharedRedis.given("[::1]:6400");
		assertThat(given.host()).isEqualTo("[::1]");
		assertThat(given.port()).isEqualTo(6400);
		assertThatIllegalArgumentException().isThrownBy(() -> SharedRedis.given("6400"))
			.withMessageContaining(SharedRedis.ADDRESS_PROPERTY);
	}

}
