package dev.stampede.benchmarks.herd;

import java.time.Duration;
import java.util.List;

/**
 * A dead source: it fails for a while, and there is nothing to serve instead.
 *
 * @param scale how large it is
 */
record DeadSource(Scale scale) implements Scenario {

	private static final int READ_MILLIS = 100;

	private static final int FAILING_MILLIS = 2000;

	private static final int LONGEST_WAIT_IN_READS = 4;

	@Override
	public String title() {
		return "Dead source: it fails for %d ms, each read after %d ms; %d JVMs x %d callers at once"
			.formatted(FAILING_MILLIS, READ_MILLIS, this.scale.members(), this.scale.callers());
	}

	@Override
	public Times times() {
		return new Times(Duration.ofMinutes(10), Duration.ofSeconds(5));
	}

	@Override
	public int rounds() {
		return Math.min(3, this.scale.rounds());
	}

	@Override
	public void prepare(ContenderFleet fleet) throws Exception {
		fleet.run(Order.once("warm-up", this.scale.callers()));
		herd(fleet, "failing-warm-up");
	}

	@Override
	public Figures count(ContenderFleet fleet) throws Exception {
		return fleet.count(() -> herd(fleet, "counted"));
	}

	@Override
	public Figures run(ContenderFleet fleet, int round) throws Exception {
		Calls calls = herd(fleet, "failing-" + round);
		return Figures.of(fleet.source(), calls);
	}

	@Override
	public List<Bar> bars(Results results) {
		return List.of(new Bar("one read at a time", 1, results.of(Approach.STAMPEDE_POLL, Figure.AT_ONCE)),
				new Bar("slowest caller, in failed reads", LONGEST_WAIT_IN_READS,
						results.of(Approach.STAMPEDE_POLL, Figure.SLOWEST) / READ_MILLIS));
	}

	private Calls herd(ContenderFleet fleet, String key) throws Exception {
		fleet.source().reset((number) -> READ_MILLIS);
		fleet.source().fail(FAILING_MILLIS);
		return fleet.run(Order.once(key, this.scale.callers()));
	}

}
