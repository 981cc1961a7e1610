package dev.stampede.faults;

import org.junit.jupiter.api.Test;

import dev.stampede.testing.InjectedFault;
import dev.stampede.testing.Injects;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Redis or the network stands still while warm keys are in use, for one driver. A pause
 * that is shorter than two time limits costs no read of the source.
 */
abstract class PauseContract extends FaultContract {

	/** Longer than one time limit, shorter than two. */
	private static final int SHORT = 350;

	private static final int LONG = 2000;

	@Test
	@Injects(InjectedFault.NETWORK_PAUSES)
	void networkThatPausesForLessThanTwoTimeLimitsCostsNoRead() throws Exception {
		assertThatAShortPauseCostsNoRead(instance("stampede.redis-timeout=250ms"), this.relay::stall,
				this.relay::resume);
	}

	@Test
	@Injects(InjectedFault.REDIS_PAUSES)
	void redisThatPausesForLessThanTwoTimeLimitsCostsNoRead() throws Exception {
		assertThatAShortPauseCostsNoRead(beside("stampede.redis-timeout=250ms"), this.server::pause,
				this.server::resume);
	}

	private void assertThatAShortPauseCostsNoRead(Instance hit, Runnable pause, Runnable resume) throws Exception {
		try (WarmTraffic traffic = WarmTraffic.on(hit)) {
			pause.run();
			traffic.goOnFor(SHORT);
			resume.run();
			traffic.awaitCalls(2000);
			assertThat(traffic.failures()).isEmpty();
		}
		assertThat(WarmTraffic.reads(this.source)).isEqualTo(WarmTraffic.KEYS);
		assertThat(hit.store().state().up()).isTrue();
	}

	@Test
	@Injects(InjectedFault.REDIS_PAUSES)
	void longPauseOfRedisIsReadThroughOncePerKey() throws Exception {
		Instance hit = beside("stampede.redis-timeout=250ms", "stampede.redis-retry-after=1s");
		try (WarmTraffic traffic = WarmTraffic.on(hit)) {
			this.server.pause();
			traffic.goOnFor(LONG);
			this.server.resume();
			traffic.awaitCalls(2000);
			assertThat(traffic.failures()).isEmpty();
		}
		assertThat(WarmTraffic.reads(this.source)).isBetween(WarmTraffic.KEYS, 2 * WarmTraffic.KEYS);
	}

}
