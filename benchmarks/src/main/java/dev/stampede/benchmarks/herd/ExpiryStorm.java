package dev.stampede.benchmarks.herd;

import java.time.Duration;
import java.util.List;

/**
 * A hot key that expires again and again under a steady load.
 *
 * @param scale how large it is
 */
record ExpiryStorm(Scale scale) implements Scenario {

	private static final Duration TTL = Duration.ofSeconds(1);

	private static final Duration PAUSE = Duration.ofMillis(20);

	private static final int READ_MILLIS = 50;

	private static final double POLL_TO_CAFFEINE = 1.2;

	private static final double STALE_TO_WARM = 1.5;

	@Override
	public String title() {
		return "Expiry storm: one hot key, %d s, %d JVMs x %d threads that call every %d ms, source %d ms"
			.formatted(TTL.toSeconds(), this.scale.members(), this.scale.threads(), PAUSE.toMillis(), READ_MILLIS);
	}

	@Override
	public Times times() {
		return new Times(TTL, Duration.ofSeconds(5));
	}

	@Override
	public List<Approach> approaches() {
		return List.of(Approach.values());
	}

	@Override
	public int rounds() {
		return Math.min(3, this.scale.rounds());
	}

	@Override
	public Figure compared() {
		return Figure.P999;
	}

	@Override
	public void prepare(ContenderFleet fleet) throws Exception {
		load(fleet, TTL.multipliedBy(2));
	}

	@Override
	public Figures count(ContenderFleet fleet) throws Exception {
		return fleet.count(() -> load(fleet, TTL.multipliedBy(2))).without(Figure.READS);
	}

	@Override
	public Figures run(ContenderFleet fleet, int round) throws Exception {
		Calls calls = load(fleet, this.scale.load());
		int expiries = fleet.source().bursts(TTL.toMillis() / 2);
		return Figures.of(fleet.source(), calls)
			.with(Figure.READS_PER_EXPIRY, (double) fleet.source().reads() / Math.max(1, expiries))
			.with(Figure.RATE, calls.size() * 1000.0 / this.scale.load().toMillis())
			.with(Figure.P999, calls.percentile(0.999));
	}

	@Override
	public List<Bar> bars(Results results) {
		return List.of(
				new Bar("one read per expiry with POLL", 1,
						results.of(Approach.STAMPEDE_POLL, Figure.READS_PER_EXPIRY)),
				new Bar("one read per expiry with SERVE_STALE", 1,
						results.of(Approach.STAMPEDE_STALE, Figure.READS_PER_EXPIRY)),
				new Bar("p99.9 with POLL, times that of Caffeine alone", POLL_TO_CAFFEINE,
						results.ratio(Approach.STAMPEDE_POLL, Figure.P999, Approach.CAFFEINE)),
				new Bar("p99.9 with SERVE_STALE, times that of warm hits", STALE_TO_WARM,
						results.ratio(Approach.STAMPEDE_STALE, Figure.P999, Approach.STAMPEDE_WARM)));
	}

	private Calls load(ContenderFleet fleet, Duration time) throws Exception {
		fleet.source().reset((number) -> READ_MILLIS);
		return fleet.run(new Order("hot", this.scale.threads(), PAUSE, time));
	}

}
