package dev.stampede.simulation;

import org.junit.jupiter.api.Test;

import dev.stampede.testing.InjectedFault;
import dev.stampede.testing.Injects;

/**
 * The protocol under random schedules: every {@link Schedule} keeps the
 * {@link Invariants}. How many are run, and from which seed on, are system properties.
 */
class SimulationTests {

	private static final long SCHEDULES = Long.getLong("dev.stampede.test.schedules", 200_000);

	private static final long FIRST_SEED = Long.getLong("dev.stampede.test.seed", 1);

	@Test
	@Injects({ InjectedFault.RANDOM_FAULTS, InjectedFault.CLOCK_JUMPS, InjectedFault.LOCK_LOST_IN_FAILOVER,
			InjectedFault.REDIS_RESTARTED_EMPTY, InjectedFault.ACQUIRE_REPLY_LOST, InjectedFault.ACQUIRE_DROPPED })
	void everyScheduleKeepsTheInvariants() throws InterruptedException {
		System.out.println("Schedules: " + SCHEDULES + " from seed " + FIRST_SEED);
		new Simulation(Variant.ORIGINAL).findFailure(FIRST_SEED, SCHEDULES).ifPresent((failure) -> {
			throw failure.asError();
		});
	}

}
