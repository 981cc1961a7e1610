package dev.stampede.simulation;

import java.util.List;
import java.util.stream.Stream;

import dev.stampede.OnLose;
import dev.stampede.policy.Policies;
import dev.stampede.policy.StampedePolicy;

/**
 * The policies that calls in a {@link Schedule} have, so short that leases, waits,
 * entries and backoffs end while it lasts.
 */
final class SimulatedPolicies {

	/** Waits for a fresh entry. */
	static final StampedePolicy PLAIN = Policies.policy().onLose(OnLose.POLL).build();

	/** Has a near side. */
	static final StampedePolicy NEAR = Policies.policy().near(1_000, 100).build();

	private static final List<OnLose[]> CHAINS = List.of(new OnLose[] { OnLose.SERVE_STALE, OnLose.POLL },
			new OnLose[] { OnLose.POLL }, new OnLose[] { OnLose.SERVE_STALE, OnLose.RETURN_DEFAULT },
			new OnLose[] { OnLose.POLL, OnLose.SERVE_STALE }, new OnLose[] { OnLose.FAIL_FAST });

	private static final List<StampedePolicy> ALL = all(new Chance(0));

	private SimulatedPolicies() {
	}

	static StampedePolicy any(Chance chance) {
		return chance.any(ALL);
	}

	private static List<StampedePolicy> all(Chance chance) {
		return Stream.generate(() -> anyNew(chance)).limit(1_000).toList();
	}

	private static StampedePolicy anyNew(Chance chance) {
		OnLose[] chain = chance.any(CHAINS);
		Policies policies = Policies.policy()
			.ttl(400 + chance.below(600))
			.lockTtl(500)
			.lockMaxHold(chance.oneIn(4) ? 1_500 : 60_000)
			.failureBackoff(100 + chance.below(900))
			.waitTimeout(1 + chance.below(2_000))
			.lockRenewal(chance.oneIn(2))
			.maxConcurrentReads(chance.oneIn(4) ? 1 : 0)
			.earlyRefreshBeta(chance.oneIn(4) ? 50 : 0)
			.uncacheableTtl(chance.oneIn(6) ? 0 : 1 + chance.below(1_000))
			.onLose(chain);
		if (chance.oneIn(2)) {
			policies.near(100 + chance.below(900), 100);
		}
		if (chance.oneIn(3)) {
			policies.staleTtl(chance.below(1_000));
		}
		if (chain[0] == OnLose.SERVE_STALE && chance.oneIn(3)) {
			policies.background();
		}
		return policies.build();
	}

}
