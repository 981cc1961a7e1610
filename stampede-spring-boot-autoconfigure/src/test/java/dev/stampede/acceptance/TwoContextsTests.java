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
		try (SharedSource source = SharedSource.start();
				ConfigurableApplicationContext one = FleetApplication.run(this.redis, source);
				ConfigurableApplicationContext other = FleetApplication.run(this.redis, source)) {
			OrderedHerd first = OrderedHerd.ready(order, one);
			OrderedHerd second = OrderedHerd.ready(order, other);
			first.release();
			second.release();
			HerdReport report = first.counts().plus(second.counts());
			assertThat(source.reads("shared")).isEqualTo(1);
			assertThat(report.below("value.")).isEqualTo(Map.of("value-1", 100));
			assertThat(report.below("requested.")).isEqualTo(Map.of("LOADED", 1, "WAITED", 99));
		}
	}

	@Test
	void acquireAfterTheFillGetsTheFilledValue() throws Exception {
		HerdOrder order = HerdOrder.of(FleetMethod.POLL, "filled", 1);
		try (SharedSource source = SharedSource.start();
				ConfigurableApplicationContext quick = FleetApplication.run(this.redis, source);
				ConfigurableApplicationContext slow = FleetApplication.run(this.redis, source, LateAcquire.class)) {
			LateAcquire acquire = slow.getBean(LateAcquire.class);
			OrderedHerd late = OrderedHerd.ready(order, slow);
			late.release();
			acquire.awaitMiss();
			OrderedHerd early = OrderedHerd.ready(order, quick);
			early.release();
			assertThat(early.counts().below("requested.")).isEqualTo(Map.of("LOADED", 1));
			acquire.resume();
			HerdReport report = late.counts();
			assertThat(report.below("value.")).isEqualTo(Map.of("value-1", 1));
			assertThat(report.below("lock.")).isEqualTo(Map.of("FILLED_MEANWHILE", 1));
			assertThat(report.below("requested.")).isEqualTo(Map.of("HIT", 1));
			assertThat(source.reads("filled")).isEqualTo(1);
		}
	}

}
