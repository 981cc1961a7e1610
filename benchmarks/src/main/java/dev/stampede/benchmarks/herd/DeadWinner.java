package dev.stampede.benchmarks.herd;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import dev.stampede.testing.RedisMonitor;

/**
 * A dead winner: its JVM is killed while it reads.
 *
 * @param scale how large it is
 */
record DeadWinner(Scale scale) implements Scenario {

	private static final Duration LEASE = Duration.ofSeconds(5);

	private static final int FIRST_READ_MILLIS = 60_000;

	private static final int READ_MILLIS = 100;

	private static final int HEAD_START_MILLIS = 300;

	private static final int ALLOWANCE_MILLIS = 500;

	@Override
	public String title() {
		return "Dead winner: its JVM is killed while it reads and %d callers elsewhere wait; the lock lives %d s"
			.formatted(losers() * (this.scale.members() - 1), LEASE.toSeconds());
	}

	@Override
	public Times times() {
		return new Times(Duration.ofMinutes(10), LEASE);
	}

	@Override
	public boolean breaksFleet() {
		return true;
	}

	@Override
	public Figures run(ContenderFleet fleet, int round) throws Exception {
		try (RedisMonitor monitor = fleet.monitor()) {
			fleet.source().reset((number) -> (number == 1) ? FIRST_READ_MILLIS : READ_MILLIS);
			fleet.member(0).start(Order.once("dead", 1).toString());
			fleet.awaitRead();
			ContenderFleet.release(fleet.others(), Order.once("dead", losers()));
			TimeUnit.MILLISECONDS.sleep(HEAD_START_MILLIS);
			fleet.member(0).kill();
			return Figures.of(fleet.source(), ContenderFleet.report(fleet.others()))
				.with(Figure.COMMANDS, fleet.mostCommands(monitor))
				.without(Figure.AT_ONCE);
		}
	}

	@Override
	public List<Bar> bars(Results results) {
		return List.of(new Bar("one source read more", 2, results.of(Approach.STAMPEDE_POLL, Figure.READS)),
				new Bar("slowest caller: the lock's life and a read, ms",
						(double) LEASE.toMillis() + READ_MILLIS + ALLOWANCE_MILLIS,
						results.of(Approach.STAMPEDE_POLL, Figure.SLOWEST)),
				new Bar("errors", 0, results.of(Approach.STAMPEDE_POLL, Figure.ERRORS)));
	}

	private int losers() {
		return Math.max(1, this.scale.callers() / 10);
	}

}
