package dev.stampede.acceptance;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;

import dev.stampede.testing.InjectedFault;
import dev.stampede.testing.Injects;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.RedisMonitor;
import dev.stampede.testing.TestRedis;
import dev.stampede.testing.fleet.Fleet;
import dev.stampede.testing.fleet.MemberProcess;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Three JVMs on one Redis, each with callers that are released together.
 */
@ExtendWith(RedisExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class FleetTests {

	private static final int MEMBERS = 3;

	private static final int CALLERS = 200;

	private static final int ALL = MEMBERS * CALLERS;

	private static final int MOST_COMMANDS_OF_MEMBER = 12;

	private static final Duration LONGEST_PAUSE = Duration.ofMillis(250);

	private static final long STALE_MILLIS = Duration.ofMinutes(10).toMillis();

	private final TestRedis redis;

	private final SharedSource source = SharedSource.start();

	private Fleet fleet;

	FleetTests(TestRedis redis) {
		this.redis = redis;
	}

	@BeforeAll
	void launch() throws IOException {
		this.fleet = Fleet.launch(MEMBERS, (name) -> FleetMember.launch(name, this.redis, this.source));
		this.fleet.awaitStart();
	}

	@AfterAll
	void end() {
		this.fleet.close();
		this.source.close();
	}

	@AfterEach
	void noLocksAreLeft() {
		this.redis.assertNoLocksLeft();
	}

	@Test
	@Injects(InjectedFault.HERD_ON_COLD_KEY)
	void herdOnColdKeyThatPollsReadsSourceOnce() {
		HerdOrder order = HerdOrder.of(FleetMethod.POLL, "cold", CALLERS)
			.reading(100)
			.readingUntilAllAreOnFlights(MEMBERS);
		HerdReport report = runWithFewCommands(order);
		assertThat(reads("cold")).isEqualTo(1);
		assertThat(report.below("value.")).isEqualTo(Map.of("value-1", ALL));
		assertThat(report.below("requested.")).isEqualTo(Map.of("LOADED", 1, "WAITED", ALL - 1));
		assertThat(report.below("lock.")).isEqualTo(Map.of("WON", 1, "LOST", MEMBERS - 1));
		assertThat(report.below("released.")).isEqualTo(Map.of("FILLED", 1));
	}

	@Test
	void herdOnStaleKeyThatServesStaleReadsSourceOnce() {
		leaveStale("stale");
		HerdOrder order = HerdOrder.of(FleetMethod.SERVE_STALE, "stale", CALLERS)
			.reading(100)
			.readingUntilAllButTheWinnerAreAnswered(MEMBERS);
		HerdReport report = runWithFewCommands(order);
		assertThat(reads("stale")).isEqualTo(2);
		assertThat(report.below("value.")).isEqualTo(Map.of("value-2", 1, "value-1", ALL - 1));
		assertThat(report.below("requested.")).isEqualTo(Map.of("LOADED", 1, "STALE", ALL - 1));
		assertThat(report.below("released.")).isEqualTo(Map.of("FILLED", 1));
	}

	@Test
	void herdOnColdKeyThatReturnsDefaultReadsSourceOnce() {
		HerdOrder order = HerdOrder.of(FleetMethod.RETURN_DEFAULT, "cold-default", CALLERS)
			.reading(100)
			.readingUntilAllButTheWinnerAreAnswered(MEMBERS);
		HerdReport report = runWithFewCommands(order);
		assertThat(reads("cold-default")).isEqualTo(1);
		assertThat(report.below("value.")).isEqualTo(Map.of("value-1", 1, FleetMethods.DEFAULT, ALL - 1));
		assertThat(report.below("requested.")).isEqualTo(Map.of("LOADED", 1, "DEFAULTED", ALL - 1));
		assertThat(report.below("released.")).isEqualTo(Map.of("FILLED", 1));
	}

	@Test
	void herdOnColdKeyThatFailsFastReadsSourceOnce() {
		HerdOrder order = HerdOrder.of(FleetMethod.FAIL_FAST, "cold-failing", CALLERS)
			.reading(100)
			.readingUntilAllButTheWinnerAreAnswered(MEMBERS);
		HerdReport report = runWithFewCommands(order);
		assertThat(reads("cold-failing")).isEqualTo(1);
		assertThat(report.below("value.")).isEqualTo(Map.of("value-1", 1));
		assertThat(report.below("thrown.")).isEqualTo(Map.of("StampedeLockedException", ALL - 1));
		assertThat(report.below("requested.")).isEqualTo(Map.of("LOADED", 1, "FAILED_FAST", ALL - 1));
		assertThat(report.below("released.")).isEqualTo(Map.of("FILLED", 1));
	}

	@Test
	@Injects(InjectedFault.READ_OUTLIVES_LOCK)
	void readLongerThanLockTtlHappensOnceWhenRenewed() {
		HerdOrder order = HerdOrder.of(FleetMethod.RENEWED, "slow", 20).reading(3 * FleetMethods.SHORT_LOCK_MILLIS);
		HerdReport report = run(this.fleet.members(), order);
		assertThat(reads("slow")).isEqualTo(1);
		assertThat(report.below("value.")).isEqualTo(Map.of("value-1", MEMBERS * 20));
		assertThat(report.below("renewed.")).containsOnlyKeys("RENEWED");
		assertThat(report.below("released.")).isEqualTo(Map.of("FILLED", 1));
	}

	@Test
	void winnerWhoseLockExpiredWritesNothing() {
		HerdOrder order = HerdOrder.of(FleetMethod.UNRENEWED, "late", 1);
		MemberProcess late = this.fleet.member(0);
		late.start(order.readingUntilTestOpensGate().toString());
		await().until(() -> reads("late") == 1);
		HerdReport others = run(List.of(this.fleet.member(1), this.fleet.member(2)),
				HerdOrder.of(FleetMethod.UNRENEWED, "late", 20).reading(100));
		assertThat(reads("late")).isEqualTo(2);
		assertThat(others.below("value.")).isEqualTo(Map.of("value-2", 40));
		assertThat(others.count("requested.LOADED")).isEqualTo(1);
		assertThat(others.below("released.")).isEqualTo(Map.of("FILLED", 1));
		this.source.open("late");
		HerdReport own = HerdReport.parse(late.report());
		assertThat(own.below("value.")).isEqualTo(Map.of("value-1", 1));
		assertThat(own.below("released.")).isEqualTo(Map.of("LOST", 1));
		HerdReport after = run(this.fleet.members(), order);
		assertThat(after.below("value.")).isEqualTo(Map.of("value-2", MEMBERS));
		assertThat(after.below("requested.")).isEqualTo(Map.of("HIT", MEMBERS));
	}

	@Test
	@Injects(InjectedFault.WINNER_KILLED)
	void killedWinnerIsReplacedByExactlyOneLoser() throws Exception {
		HerdOrder order = HerdOrder.of(FleetMethod.RENEWED, "orphan", 50);
		List<MemberProcess> losers = List.of(this.fleet.member(0), this.fleet.member(1));
		try (MemberProcess winner = FleetMember.launch("winner", this.redis, this.source)) {
			winner.awaitStart();
			winner.start(order.readingUntilTestOpensGate().toString());
			await().until(() -> reads("orphan") == 1);
			Fleet.release(losers, order.reading(100).toString());
			await().until(() -> this.redis.locksAndMarks().stream().anyMatch((key) -> key.startsWith("wait:")));
			winner.kill();
			await().atMost(Duration.ofMillis(2 * FleetMethods.SHORT_LOCK_MILLIS)).until(() -> reads("orphan") == 2);
		}
		HerdReport report = HerdReport.of(Fleet.report(losers));
		assertThat(reads("orphan")).isEqualTo(2);
		assertThat(report.below("value.")).isEqualTo(Map.of("value-2", 100));
		assertThat(report.count("requested.LOADED")).isEqualTo(1);
		assertThat(report.count("requested.WAITED")).isEqualTo(99);
		assertThat(report.below("released.")).isEqualTo(Map.of("FILLED", 1));
	}

	/**
	 * Commands do not grow with callers, but polls do with time, which passes quickly on
	 * a busy machine: two commands for each of the longest pauses.
	 */
	private HerdReport runWithFewCommands(HerdOrder order) {
		try (RedisMonitor monitor = this.redis.monitor()) {
			long start = System.nanoTime();
			HerdReport report = run(this.fleet.members(), order);
			long pauses = Duration.ofNanos(System.nanoTime() - start).dividedBy(LONGEST_PAUSE);
			String clients = String.valueOf(this.redis.call("CLIENT", "LIST"));
			assertThat(this.fleet.commands(monitor, clients)).as(report.toString())
				.hasSize(MEMBERS)
				.allSatisfy((member, commands) -> assertThat(commands).hasSizeBetween(1,
						MOST_COMMANDS_OF_MEMBER + 2 * (int) pauses));
			return report;
		}
	}

	private void leaveStale(String key) {
		run(List.of(this.fleet.member(0)), HerdOrder.of(FleetMethod.LEAVE_STALE, key, 1));
		String entry = this.redis.key("serve-stale::" + key);
		await().until(() -> this.redis.call("PTTL", entry) instanceof Long left && left < STALE_MILLIS - 20);
	}

	private int reads(String key) {
		return this.source.reads(key);
	}

	/**
	 * Lets a herd loose in some members at once.
	 */
	private static HerdReport run(List<MemberProcess> members, HerdOrder order) {
		Fleet.release(members, order.toString());
		return HerdReport.of(Fleet.report(members));
	}

	private static ConditionFactory await() {
		return Awaitility.await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(10));
	}

}
