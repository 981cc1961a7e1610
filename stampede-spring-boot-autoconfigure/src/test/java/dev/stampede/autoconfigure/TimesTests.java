package dev.stampede.autoconfigure;

import java.time.Duration;
import java.util.Objects;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import dev.stampede.StampedeOperations;
import dev.stampede.StampedeProtected;
import dev.stampede.interceptor.StampedeProtectedBeanPostProcessor;
import dev.stampede.testing.EventCounts;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that times mean the same wherever and however they are written, down to what
 * Redis is told.
 */
@ExtendWith(RedisExtension.class)
class TimesTests {

	private final TestRedis redis;

	TimesTests(TestRedis redis) {
		this.redis = redis;
	}

	@AfterEach
	void nothingIsLeft() {
		this.redis.assertNoLocksLeft();
		this.redis.clear();
	}

	@ParameterizedTest
	@CsvSource({ "5000, 5000", "5s, 5000", "PT5S, 5000", "500ms, 500", "1500, 1500", "PT1.5S, 1500", "1m, 60000" })
	void formsOfATimeMeanTheSameInPropertiesAndInTheAnnotation(String form, long millis) {
		for (String place : new String[] { "stampede.caches.locks.lock-ttl", "stampede.defaults.lock-ttl" }) {
			application().withPropertyValues(place + "=" + form)
				.withBean(Locks.class, () -> new Locks(this.redis))
				.run((context) -> {
					assertThat(context.getBean(StampedeProtectedBeanPostProcessor.class).policyUses()).singleElement()
						.satisfies((use) -> assertThat(use.policy().lockTtl()).isEqualTo(Duration.ofMillis(millis)));
					assertThat(context.getBean(Locks.class).remaining(place)).isBetween(1L, millis);
				});
		}
		application().withPropertyValues("form=" + form)
			.withBean(WrittenLocks.class, () -> new WrittenLocks(this.redis))
			.run((context) -> {
				assertThat(context.getBean(StampedeProtectedBeanPostProcessor.class).policyUses()).singleElement()
					.satisfies((use) -> assertThat(use.policy().lockTtl()).isEqualTo(Duration.ofMillis(millis)));
				assertThat(context.getBean(WrittenLocks.class).remaining("annotation")).isBetween(1L, millis);
			});
	}

	@Test
	void numberInTheAnnotationIsMilliseconds() {
		application().withBean(NumberedLocks.class, () -> new NumberedLocks(this.redis)).run((context) -> {
			assertThat(context.getBean(StampedeProtectedBeanPostProcessor.class).policyUses()).singleElement()
				.satisfies((use) -> assertThat(use.policy().lockTtl()).isEqualTo(Duration.ofSeconds(5)));
			assertThat(context.getBean(NumberedLocks.class).remaining("number")).isBetween(1L, 5000L);
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "stampede.defaults.ttl=500us", "stampede.defaults.ttl=1ns,stampede.defaults.stale-ttl=0",
			"stampede.defaults.ttl=1,stampede.defaults.ttl-jitter=0.99,stampede.defaults.stale-ttl=0",
			"stampede.defaults.wait-timeout=1us", "stampede.defaults.null-ttl=1us",
			"stampede.defaults.failure-backoff=1us" })
	void shortestTimesAreNoErrorOfTheServer(String properties) {
		EventCounts events = new EventCounts();
		application().withPropertyValues(properties.split(",", -1))
			.withBean(EventCounts.class, () -> events)
			.run((context) -> {
				StampedeOperations operations = context.getBean(StampedeOperations.class);
				for (int i = 0; i < 20; i++) {
					assertThat(operations.<String>get("prices", i, String.class, () -> "value")).isEqualTo("value");
					assertThat(operations.<String>get("nulls", i, String.class, () -> null)).isNull();
					operations.put("prices", i, "put");
				}
				assertThat(events.below("storeFailed.")).isEmpty();
				assertThat(events.below("requested.")).doesNotContainKeys("ERROR", "TIMED_OUT");
			});
	}

	@Test
	void longestTimesStopTheStart() {
		application().withBean(EndlessLocks.class).run((context) -> {
			FailureAnalysis analysis = Failures.analyze(context.getStartupFailure());
			assertThat(analysis.getDescription()).contains("EndlessLocks.find(String)")
				.contains("lock-ttl is PT2562047788015H12M55.807S, and must be longer than zero and at most ten years");
			assertThat(analysis.getAction()).contains("lockTtl = 5000");
		});
		application().withPropertyValues("stampede.defaults.lock-ttl=" + Long.MAX_VALUE).run((context) -> {
			FailureAnalysis analysis = Failures.analyze(context.getStartupFailure());
			assertThat(analysis.getDescription()).contains("stampede.defaults")
				.contains("lock-ttl is PT2562047788015H");
			assertThat(analysis.getAction()).contains("stampede.defaults.lock-ttl=5000ms");
		});
	}

	private ApplicationContextRunner application() {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class, DataRedisAutoConfiguration.class))
			.withPropertyValues(this.redis.properties())
			.withPropertyValues("stampede.redis-timeout=5s");
	}

	/** A source that tells how long its lock lives. */
	static class Locks {

		private final TestRedis redis;

		Locks(TestRedis redis) {
			this.redis = redis;
		}

		@StampedeProtected("locks")
		Long remaining(String id) {
			return lock("locks::" + id);
		}

		Long lock(String name) {
			return (Long) Objects.requireNonNull(this.redis.call("PTTL", "lock:{" + this.redis.key(name) + "}"));
		}

	}

	static class WrittenLocks extends Locks {

		WrittenLocks(TestRedis redis) {
			super(redis);
		}

		@Override
		@StampedeProtected(cacheName = "written", lockTtlString = "${form}")
		Long remaining(String id) {
			return lock("written::" + id);
		}

	}

	static class NumberedLocks extends Locks {

		NumberedLocks(TestRedis redis) {
			super(redis);
		}

		@Override
		@StampedeProtected(cacheName = "numbered", lockTtl = 5000)
		Long remaining(String id) {
			return lock("numbered::" + id);
		}

	}

	static class EndlessLocks {

		@StampedeProtected(lockTtl = Long.MAX_VALUE)
		String find(String id) {
			return id;
		}

	}

}
