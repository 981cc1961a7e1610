package dev.stampede.benchmarks.herd;

import java.time.Duration;
import java.util.List;

import dev.stampede.testing.RedisMonitor;

/**
 * A slow winner: its read takes longer than a lock lives. Meanwhile the data changes, so
 * that a later read brings something newer.
 *
 * @param scale how large it is
 */
record SlowWinner(Scale scale) implements Scenario {

	private static final Duration LEASE = Duration.ofSeconds(1);

	private static final int FIRST_READ_MILLIS = 3000;

	private static final int READ_MILLIS = 100;

	private static final int WARM_UP_CALLERS = 5;

	@Override
	public String title() {
		return ("Slow winner: its read takes %d ms, the lock lives %d ms unless it is renewed; "
				+ "%d callers in other JVMs, whose reads take %d ms")
			.formatted(FIRST_READ_MILLIS, LEASE.toMillis(), losers() * (this.scale.members() - 1), READ_MILLIS);
	}

	@Override
	public Times times() {
		return new Times(Duration.ofMinutes(10), LEASE);
	}

	@Override
	public void prepare(ContenderFleet fleet) throws Exception {
		fleet.run(Order.once("warm-up", WARM_UP_CALLERS));
	}

	@Override
	public Figures run(ContenderFleet fleet, int round) throws Exception {
		try (RedisMonitor monitor = fleet.monitor()) {
			fleet.source().reset((number) -> (number == 1) ? FIRST_READ_MILLIS : READ_MILLIS);
			fleet.member(0).start(Order.once("slow", 1).toString());
			fleet.awaitRead();
			fleet.source().change();
			Calls losers = ContenderFleet.run(fleet.others(), Order.once("slow", losers()));
			Calls all = losers.plus(ContenderFleet.report(List.of(fleet.member(0))));
			Figures figures = Figures.of(fleet.source(), all).with(Figure.COMMANDS, fleet.mostCommands(monitor));
			Calls left = fleet.run(Order.once("slow", 1));
			return figures.with(Figure.OLD_LEFT, left.olderThan(losers.newest()));
		}
	}

	@Override
	public List<Bar> bars(Results results) {
		return List.of(new Bar("one source read", 1, results.of(Approach.STAMPEDE_POLL, Figure.READS)),
				new Bar("JVMs left with an old value", 0, results.of(Approach.STAMPEDE_POLL, Figure.OLD_LEFT)));
	}

	private int losers() {
		return Math.max(1, this.scale.callers() / 10);
	}

}
