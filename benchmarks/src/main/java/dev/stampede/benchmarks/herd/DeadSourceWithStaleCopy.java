package dev.stampede.benchmarks.herd;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A dead source with a stale copy: the source fails, and a stale copy is there. Of the
 * contenders only we keep one.
 *
 * @param scale how large it is
 */
record DeadSourceWithStaleCopy(Scale scale) implements Scenario {

	private static final Duration TTL = Duration.ofSeconds(1);

	private static final Duration PAUSE = Duration.ofMillis(200);

	private static final int READ_MILLIS = 100;

	/** When a backoff has just ended, as a caller may see it. */
	private static final Duration BEFORE = Duration.ofMillis(50);

	/** A read, and the calls after it that find out about the backoff. */
	private static final Duration AFTER = Duration.ofMillis(READ_MILLIS + 250);

	private static final double TO_WARM = 1.5;

	@Override
	public String title() {
		return "Dead source with a stale copy: %d JVMs x %d callers that call every %d ms for %d s"
			.formatted(this.scale.members(), this.scale.callers(), PAUSE.toMillis(), this.scale.load().toSeconds());
	}

	@Override
	public Times times() {
		return new Times(TTL, Duration.ofSeconds(5));
	}

	@Override
	public List<Approach> approaches() {
		return List.of(Approach.STAMPEDE_WARM, Approach.STAMPEDE_STALE, Approach.STAMPEDE_POLL);
	}

	@Override
	public int rounds() {
		return this.scale.rounds();
	}

	@Override
	public Figure compared() {
		return Figure.P99;
	}

	@Override
	public void prepare(ContenderFleet fleet) throws Exception {
		load(fleet, "warm-up");
	}

	@Override
	public Figures run(ContenderFleet fleet, int round) throws Exception {
		Calls calls = load(fleet, "stale-" + round);
		return Figures.of(fleet.source(), calls)
			.with(Figure.P99_APART, calls.apartFrom(fleet.source().starts(), BEFORE, AFTER).percentile(0.99));
	}

	@Override
	public List<Bar> bars(Results results) {
		int backoffs = (int) this.scale.load().toSeconds() + 1;
		return List.of(
				new Bar("one read for each failure-backoff of 1 s", backoffs,
						results.of(Approach.STAMPEDE_STALE, Figure.READS)),
				new Bar("errors", 0, results.of(Approach.STAMPEDE_STALE, Figure.ERRORS)),
				new Bar("p99, times that of warm hits", TO_WARM,
						results.ratio(Approach.STAMPEDE_STALE, Figure.P99, Approach.STAMPEDE_WARM)));
	}

	private Calls load(ContenderFleet fleet, String key) throws Exception {
		fleet.source().reset((number) -> READ_MILLIS);
		fleet.run(Order.once(key, 1));
		TimeUnit.MILLISECONDS.sleep(TTL.toMillis());
		fleet.source().reset((number) -> READ_MILLIS);
		fleet.source().fail(TimeUnit.HOURS.toMillis(1));
		return fleet.run(new Order(key, this.scale.callers(), PAUSE, this.scale.load()));
	}

}
