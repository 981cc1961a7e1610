package dev.stampede.acceptance;

import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.context.ConfigurableApplicationContext;

import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two application contexts in this JVM: two members of a fleet.
 */
@ExtendWith(RedisExtension.class)
class TwoContextsTests {

	private final TestRedis redis;

	TwoContextsTests(TestRedis redis) {
		this.redis = redis;
	}

	@AfterEach
	void noLocksAreLeft() {
		this.redis.assertNoLocksLeft();
	}

	@Test
	void herdOverTwoContextsReadsSourceOnce() throws Exception {
		HerdOrder order = HerdOrder.of(FleetMethod.POLL, "shared", 50).reading(100).readingUntilAllAreOnFlights(2);
		try (ConfigurableApplicationContext one = FleetApplication.run(this.redis);
				ConfigurableApplicationContext other = FleetApplication.run(this.redis)) {
			Herd first = Herd.ready(order, one);
			Herd second = Herd.ready(order, other);
			first.release();
			second.release();
			HerdReport report = first.report().plus(second.report());
			assertThat(reads("shared")).isEqualTo("1");
			assertThat(report.below("value.")).isEqualTo(Map.of("value-1", 100));
			assertThat(report.below("requested.")).isEqualTo(Map.of("LOADED", 1, "WAITED", 99));
		}
	}

	@Test
	void callerThatMissedBeforeTheFillAndAcquiresAfterItGetsTheFilledValue() throws Exception {
		HerdOrder order = HerdOrder.of(FleetMethod.POLL, "filled", 1);
		try (ConfigurableApplicationContext quick = FleetApplication.run(this.redis);
				ConfigurableApplicationContext slow = FleetApplication.run(this.redis, LateAcquire.class)) {
			LateAcquire acquire = slow.getBean(LateAcquire.class);
			Herd late = Herd.ready(order, slow);
			late.release();
			acquire.awaitMiss();
			Herd early = Herd.ready(order, quick);
			early.release();
			assertThat(early.report().below("requested.")).isEqualTo(Map.of("LOADED", 1));
			acquire.resume();
			HerdReport report = late.report();
			assertThat(report.below("value.")).isEqualTo(Map.of("value-1", 1));
			assertThat(report.below("lock.")).isEqualTo(Map.of("FILLED_MEANWHILE", 1));
			assertThat(report.below("requested.")).isEqualTo(Map.of("HIT", 1));
			assertThat(reads("filled")).isEqualTo("1");
		}
	}

	private String reads(String key) {
		return String.valueOf(this.redis.call("GET", FleetSource.readsKey(this.redis.keyPrefix(), key)));
	}

}
