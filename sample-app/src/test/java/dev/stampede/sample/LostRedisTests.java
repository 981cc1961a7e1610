package dev.stampede.sample;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.test.util.TestSocketUtils;
import tools.jackson.databind.JsonNode;

import dev.stampede.StampedeLockedException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The operator's view of contention, and of a Redis that went away.
 */
class LostRedisTests {

	private static final int LOSSES = 50;

	@Test
	void lossesAndALostRedisAreShownAndAreNoIllness() throws Exception {
		try (Instance instance = Instance.start(TestSocketUtils.findAvailableTcpPort())) {
			loseOften(instance);
			assertThat(instance.json("/actuator/stampede/herd-fail-fast").at("/lock/lost").asInt()).isEqualTo(LOSSES);
			assertIsWell(instance, "up", "protected");

			assertThat(instance.status(HttpMethod.POST, "/demo/redis?running=false")).isEqualTo(HttpStatus.NO_CONTENT);
			instance.get(CardSet.class, "/sets/EMS0");
			assertIsWell(instance, "down", "fail_open");
			assertThat(instance.json("/actuator/stampede").at("/redis/state").asString()).isEqualTo("down");
			assertThat(quickest(() -> assertStateIsUnknown(instance))).isLessThan(Duration.ofSeconds(1));
			assertThat(quickest(() -> instance.json("/actuator/stampede"))).isLessThan(Duration.ofSeconds(1));
		}
	}

	private static void loseOften(Instance instance) {
		HerdMethods methods = instance.context().getBean(HerdMethods.class);
		StringRedisTemplate redis = instance.context().getBean(StringRedisTemplate.class);
		for (int i = 0; i < LOSSES; i++) {
			String code = "L" + i;
			String lock = "lock:{stampede:herd-fail-fast::" + code + "}";
			redis.opsForValue().set(lock, "other:token", Duration.ofMinutes(1));
			assertThatExceptionOfType(StampedeLockedException.class).isThrownBy(() -> methods.failFast("EMS0", code));
			redis.delete(lock);
		}
	}

	private static void assertIsWell(Instance instance, String redis, String mode) {
		JsonNode health = instance.json("/actuator/health");
		assertThat(health.path("status").asString()).isEqualTo("UP");
		JsonNode ours = health.at("/components/stampede");
		assertThat(ours.path("status").asString()).isEqualTo("UP");
		assertThat(ours.at("/details/redis").asString()).isEqualTo(redis);
		assertThat(ours.at("/details/mode").asString()).isEqualTo(mode);
		assertThat(instance.status(HttpMethod.GET, "/actuator/health/readiness")).isEqualTo(HttpStatus.OK);
	}

	private static void assertStateIsUnknown(Instance instance) {
		JsonNode key = instance.json("/actuator/stampede/sets/EMS0");
		assertThat(key.at("/lock/state").asString()).isEqualTo("unknown");
		assertThat(key.at("/entry/state").asString()).isEqualTo("unknown");
	}

	// The quickest of several, since a loaded machine may delay any of them.
	private static Duration quickest(Runnable request) {
		List<Duration> times = new ArrayList<>();
		for (int i = 0; i < 5; i++) {
			long start = System.nanoTime();
			request.run();
			times.add(Duration.ofNanos(System.nanoTime() - start));
		}
		return Collections.min(times);
	}

}
