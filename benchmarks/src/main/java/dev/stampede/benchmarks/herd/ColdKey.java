package dev.stampede.benchmarks.herd;

import java.time.Duration;
import java.util.List;

/**
 * A cold key: all callers ask at once for an entry that is not there.
 *
 * @param scale how large it is
 */
record ColdKey(Scale scale) implements Scenario {

	private static final int READ_MILLIS = 100;

	private static final int WARM_UP = 3;

	private static final double SLOWEST_TO_CAFFEINE = 1.25;

	private static final int COMMANDS = 12;

	@Override
	public String title() {
		return "Cold key: %d JVMs x %d callers at once, source %d ms".formatted(this.scale.members(),
				this.scale.callers(), READ_MILLIS);
	}

	@Override
	public Times times() {
		return new Times(Duration.ofMinutes(10), Duration.ofSeconds(5));
	}

	@Override
	public int rounds() {
		return this.scale.rounds();
	}

	@Override
	public Figure compared() {
		return Figure.SLOWEST;
	}

	@Override
	public void prepare(ContenderFleet fleet) throws Exception {
		for (int i = 0; i < WARM_UP; i++) {
			herd(fleet, "warm-up-" + i);
		}
	}

	@Override
	public Figures count(ContenderFleet fleet) throws Exception {
		return fleet.count(() -> herd(fleet, "counted"));
	}

	@Override
	public Figures run(ContenderFleet fleet, int round) throws Exception {
		Calls calls = herd(fleet, "cold-" + round);
		return Figures.of(fleet.source(), calls);
	}

	@Override
	public List<Bar> bars(Results results) {
		Approach approach = Approach.STAMPEDE_POLL;
		return List.of(new Bar("one source read", 1, results.of(approach, Figure.READS)),
				new Bar("slowest caller, times that of Caffeine alone", SLOWEST_TO_CAFFEINE,
						results.ratio(approach, Figure.SLOWEST, Approach.CAFFEINE)),
				new Bar("Redis commands of a JVM", COMMANDS, results.of(approach, Figure.COMMANDS)));
	}

	private Calls herd(ContenderFleet fleet, String key) throws Exception {
		fleet.source().reset((number) -> READ_MILLIS);
		return fleet.run(Order.once(key, this.scale.callers()));
	}

}
