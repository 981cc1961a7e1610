package dev.stampede.benchmarks.herd;

import java.time.Duration;
import java.util.List;

import dev.stampede.testing.RedisMonitor;

/**
 * An eviction during a read: the data changes and is evicted, by another JVM, while the
 * old data is being read.
 *
 * @param scale how large it is
 */
record EvictionDuringRead(Scale scale) implements Scenario {

	private static final int FIRST_READ_MILLIS = 1000;

	private static final int READ_MILLIS = 100;

	private static final int WARM_UP_CALLERS = 5;

	@Override
	public String title() {
		return "Eviction during a read of %d ms, by another JVM; then %d callers in each JVM but the reader's"
			.formatted(FIRST_READ_MILLIS, callers());
	}

	@Override
	public Times times() {
		return new Times(Duration.ofMinutes(10), Duration.ofSeconds(5));
	}

	@Override
	public void prepare(ContenderFleet fleet) throws Exception {
		fleet.run(Order.once("warm-up", WARM_UP_CALLERS));
		fleet.evict(1, "warm-up");
	}

	@Override
	public Figures run(ContenderFleet fleet, int round) throws Exception {
		try (RedisMonitor monitor = fleet.monitor()) {
			fleet.source().reset((number) -> (number == 1) ? FIRST_READ_MILLIS : READ_MILLIS);
			fleet.member(0).start(Order.once("evicted", 1).toString());
			fleet.awaitRead();
			int version = fleet.source().change();
			fleet.evict(1, "evicted");
			Calls afterwards = ContenderFleet.run(fleet.others(), Order.once("evicted", callers()));
			fleet.member(0).report();
			Figures figures = Figures.of(fleet.source(), afterwards)
				.with(Figure.OLD_VALUES, afterwards.olderThan(version))
				.with(Figure.COMMANDS, fleet.mostCommands(monitor));
			Calls left = fleet.run(Order.once("evicted", 1));
			return figures.with(Figure.OLD_LEFT, left.olderThan(version));
		}
	}

	@Override
	public List<Bar> bars(Results results) {
		return List.of(
				new Bar("old values served after the eviction", 0,
						results.of(Approach.STAMPEDE_POLL, Figure.OLD_VALUES)),
				new Bar("JVMs left with an old value", 0, results.of(Approach.STAMPEDE_POLL, Figure.OLD_LEFT)));
	}

	private int callers() {
		return Math.max(1, this.scale.callers() / 10);
	}

}
