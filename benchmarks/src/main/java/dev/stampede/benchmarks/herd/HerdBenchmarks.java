package dev.stampede.benchmarks.herd;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Scenarios of herds, each printed as a table. The contenders' fleets stand side by side,
 * and take turns in several rounds, so that a machine that is busy for a while is busy
 * for all of them; a fleet that the scenario breaks is launched for its turn.
 */
public final class HerdBenchmarks {

	private final Scale scale;

	HerdBenchmarks(Scale scale) {
		this.scale = scale;
	}

	/**
	 * Runs scenarios.
	 * @param names their names; all if there are none
	 * @throws Exception if one fails
	 */
	public static void run(List<String> names) throws Exception {
		Map<String, Scenario> all = scenarios(Scale.full());
		HerdBenchmarks benchmarks = new HerdBenchmarks(Scale.full());
		for (String name : names.isEmpty() ? all.keySet() : names) {
			Scenario scenario = all.get(name);
			if (scenario == null) {
				throw new IllegalArgumentException("There is no scenario '" + name + "', only " + all.keySet());
			}
			System.out.println(Report.of(scenario, benchmarks.run(scenario, scenario.approaches())));
		}
	}

	// Measures contenders in a scenario.
	Results run(Scenario scenario, List<Approach> approaches) throws Exception {
		return scenario.breaksFleet() ? runOneByOne(scenario, approaches) : runInTurns(scenario, approaches);
	}

	private Results runInTurns(Scenario scenario, List<Approach> approaches) throws Exception {
		Results results = new Results();
		List<ContenderFleet> fleets = new ArrayList<>();
		try {
			for (Approach approach : approaches) {
				ContenderFleet fleet = ContenderFleet.launch(approach, this.scale.members(), scenario.times());
				fleets.add(fleet);
				fleet.awaitStart();
			}
			for (ContenderFleet fleet : fleets) {
				scenario.prepare(fleet);
			}
			for (ContenderFleet fleet : fleets) {
				results.add(fleet.approach(), scenario.count(fleet));
			}
			for (int round = 1; round <= scenario.rounds(); round++) {
				for (ContenderFleet fleet : fleets) {
					results.add(fleet.approach(), scenario.run(fleet, round));
				}
			}
		}
		finally {
			for (ContenderFleet fleet : fleets) {
				fleet.close();
			}
		}
		return results;
	}

	private Results runOneByOne(Scenario scenario, List<Approach> approaches) throws Exception {
		Results results = new Results();
		for (int round = 1; round <= scenario.rounds(); round++) {
			for (Approach approach : approaches) {
				try (ContenderFleet fleet = ContenderFleet.launch(approach, this.scale.members(), scenario.times())) {
					fleet.awaitStart();
					scenario.prepare(fleet);
					results.add(approach, scenario.run(fleet, round));
				}
			}
		}
		return results;
	}

	private static Map<String, Scenario> scenarios(Scale scale) {
		Map<String, Scenario> scenarios = new LinkedHashMap<>();
		scenarios.put("cold-key", new ColdKey(scale));
		scenarios.put("expiry-storm", new ExpiryStorm(scale));
		scenarios.put("slow-winner", new SlowWinner(scale));
		scenarios.put("dead-winner", new DeadWinner(scale));
		scenarios.put("eviction", new EvictionDuringRead(scale));
		scenarios.put("dead-source", new DeadSource(scale));
		scenarios.put("dead-source-stale", new DeadSourceWithStaleCopy(scale));
		scenarios.put("redis-down", new RedisDown(scale));
		return scenarios;
	}

}
