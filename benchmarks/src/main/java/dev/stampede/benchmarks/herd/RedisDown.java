package dev.stampede.benchmarks.herd;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Redis down: it is killed in the middle of a steady load, and comes back empty.
 *
 * @param scale how large it is
 */
record RedisDown(Scale scale) implements Scenario {

	private static final Duration TTL = Duration.ofSeconds(1);

	private static final Duration PAUSE = Duration.ofMillis(20);

	private static final Duration PHASE = Duration.ofSeconds(2);

	private static final int READ_MILLIS = 50;

	private static final double SLOWEST_SHARE_OF_TIMEOUT = 1;

	@Override
	public String title() {
		return ("Redis down: killed after %d s, back after %d s more, %d s to the end; %d JVMs x %d threads that call "
				+ "every %d ms, source %d ms, %d s for a command")
			.formatted(PHASE.toSeconds(), PHASE.toSeconds(), PHASE.toSeconds(), this.scale.members(),
					this.scale.threads(), PAUSE.toMillis(), READ_MILLIS, MemberSettings.TIMEOUT.toSeconds());
	}

	@Override
	public Times times() {
		return new Times(TTL, Duration.ofSeconds(5));
	}

	@Override
	public boolean breaksFleet() {
		return true;
	}

	@Override
	public Figures run(ContenderFleet fleet, int round) throws Exception {
		fleet.run(new Order("warm-up", this.scale.threads(), PAUSE, TTL));
		fleet.source().reset((number) -> READ_MILLIS);
		ContenderFleet.release(fleet.members(), new Order("hot", this.scale.threads(), PAUSE, PHASE.multipliedBy(3)));
		TimeUnit.MILLISECONDS.sleep(PHASE.toMillis());
		fleet.redis().kill();
		TimeUnit.MILLISECONDS.sleep(PHASE.toMillis());
		fleet.redis().restart();
		Calls calls = ContenderFleet.report(fleet.members());
		return Figures.of(fleet.source(), calls)
			.with(Figure.RATE, calls.size() * 1000.0 / PHASE.multipliedBy(3).toMillis())
			.with(Figure.HUNG, calls.hung());
	}

	@Override
	public List<Bar> bars(Results results) {
		return List.of(
				new Bar("reads at the same time: one for each JVM", this.scale.members(),
						results.of(Approach.STAMPEDE_POLL, Figure.AT_ONCE)),
				new Bar("errors", 0, results.of(Approach.STAMPEDE_POLL, Figure.ERRORS)),
				new Bar("slowest caller, in timeouts of a command", SLOWEST_SHARE_OF_TIMEOUT,
						results.of(Approach.STAMPEDE_POLL, Figure.SLOWEST) / MemberSettings.TIMEOUT.toMillis()));
	}

}
