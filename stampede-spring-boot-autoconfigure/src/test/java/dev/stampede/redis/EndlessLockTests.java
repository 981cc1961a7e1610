package dev.stampede.redis;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import dev.stampede.OnLose;
import dev.stampede.StampedeOperations;
import dev.stampede.StampedeTimeoutException;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.policy.StampedePolicy;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A lock without an expiry, which somebody has set by hand.
 */
@ExtendWith({ RedisExtension.class, OutputCaptureExtension.class })
class EndlessLockTests {

	private static final StampedePolicy POLICY = StampedePolicy.builder()
		.lockTtl(Duration.ofSeconds(1))
		.onLose(OnLose.POLL)
		.waitTimeout(Duration.ofMillis(800))
		.build();

	private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(4);

	private final TestRedis redis;

	EndlessLockTests(TestRedis redis) {
		this.redis = redis;
	}

	@AfterEach
	void stop() {
		this.threads.shutdownNow();
	}

	@Test
	void callersGiveUpInTimeAndOneWarningNamesTheCure(CapturedOutput output) {
		LettuceConnectionFactory application = new LettuceConnectionFactory(this.redis.host(), this.redis.port());
		try (RedisEntryStore store = RedisEntryStore.builder(application, this.threads, this.threads)
			.keyPrefix(this.redis.keyPrefix())
			.timeout(Duration.ofSeconds(5))
			.build(); StampedeEngine engine = StampedeEngine.builder(store, this.threads, this.threads).build()) {
			StampedeOperations operations = StampedeEngine.operations(engine, store, (cacheName, settings) -> POLICY);
			String lock = "lock:{" + this.redis.keyPrefix() + "sets::secret}";
			this.redis.call("SET", lock, "x:1");
			for (int i = 0; i < 2; i++) {
				assertThatExceptionOfType(StampedeTimeoutException.class)
					.isThrownBy(() -> operations.get("sets", "secret", String.class, () -> "never"));
			}
			assertThat(this.redis.call("GET", lock)).isEqualTo("x:1");
			assertThat(output).containsOnlyOnce("A lock of cache 'sets' has no expiry").doesNotContain("secret");
			operations.evict("sets", "secret");
			assertThat(operations.get("sets", "secret", String.class, () -> "v")).isEqualTo("v");
		}
		this.redis.assertNoLocksLeft();
	}

}
