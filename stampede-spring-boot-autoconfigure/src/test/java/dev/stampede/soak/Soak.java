package dev.stampede.soak;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import dev.stampede.testing.RedisServer;
import dev.stampede.testing.RespClient;

/**
 * One run: members under load, faults for a while, then quiet, then judgement.
 */
final class Soak {

	/**
	 * The longest that a call may take: wait, the slowest read, and what Redis may cost
	 * on the way; with room for a slow machine.
	 */
	static final long CALL_LIMIT = SoakCache.WAIT_TIMEOUT + SoakCache.slowestRead() + 4 * SoakApplication.REDIS_TIMEOUT
			+ 2000;

	private static final int MEASURES = 12;

	private static final long LEFTOVER_LIMIT = TimeUnit.SECONDS.toNanos(10);

	private final Duration duration;

	private final Random random;

	private final FaultLog faults = new FaultLog();

	private final History history = new History(this.faults);

	private final List<SoakProcess> members = new ArrayList<>();

	Soak(Duration duration, long seed) {
		this.duration = duration;
		this.random = new Random(seed);
	}

	SoakReport run() throws IOException, InterruptedException {
		Thread stalls = StallMeter.start(this.faults::stalled);
		try (RedisServer redis = RedisServer.start();
				SoakSource source = new SoakSource(this.history, this.faults, new Random(this.random.nextLong()));
				SoakFleet fleet = SoakFleet.launch(redis, source, this.history, this.faults)) {
			disturb(fleet, new FaultInjector(fleet, source, redis, this.history, this.faults, this.random));
			fleet.awaitStart();
			quiet(fleet, redis);
			this.members.addAll(fleet.all());
		}
		finally {
			stalls.interrupt();
		}
		return new SoakReport(this.duration, this.history, this.faults, this.members);
	}

	private void disturb(SoakFleet fleet, FaultInjector injector) throws IOException, InterruptedException {
		long start = System.nanoTime();
		long measured = 0;
		while (System.nanoTime() - start < this.duration.toNanos() || !injector.hasInjectedAll()) {
			long due = (System.nanoTime() - start) * MEASURES / this.duration.toNanos();
			if (due > measured) {
				measured = due;
				fleet.present().forEach(SoakProcess::measure);
			}
			injector.next();
		}
	}

	private void quiet(SoakFleet fleet, RedisServer redis) throws InterruptedException {
		List<CompletableFuture<String>> stops = fleet.present().stream().map((member) -> member.order("STOP")).toList();
		for (int i = 0; i < stops.size(); i++) {
			SoakProcess member = fleet.present().get(i);
			judgeEnd(member, SoakProcess.await(stops.get(i)));
		}
		long end = System.nanoTime() + LEFTOVER_LIMIT;
		List<String> left = locksAndMarks(redis);
		while (!left.isEmpty() && System.nanoTime() - end < 0) {
			TimeUnit.MILLISECONDS.sleep(20);
			left = locksAndMarks(redis);
		}
		if (!left.isEmpty()) {
			this.history.violation("left in Redis: " + left);
		}
	}

	private void judgeEnd(SoakProcess member, String answer) {
		Map<String, Long> end = MemberEvents.parse(answer);
		long calls = end.getOrDefault("calls", -1L);
		long requested = member.events()
			.entrySet()
			.stream()
			.filter((event) -> event.getKey().startsWith(MemberEvents.REQUESTED))
			.mapToLong(Map.Entry::getValue)
			.sum();
		if (!end.getOrDefault("hung", -1L).equals(0L) || !end.getOrDefault("flights", -1L).equals(0L)) {
			this.history.violation(member.name() + " has not come to rest: " + answer);
		}
		if (requested != calls) {
			this.history.violation(member.name() + " made " + calls + " calls and counted " + requested);
		}
	}

	private static List<String> locksAndMarks(RedisServer redis) {
		try (RespClient client = RespClient.connect(redis.host(), redis.port())) {
			return Stream.of("lock:*", "wait:*").flatMap((pattern) -> client.keys(pattern).stream()).toList();
		}
	}

}
