package dev.stampede.sample.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.springframework.core.env.SimpleCommandLinePropertySource;
import tools.jackson.databind.JsonNode;

import dev.stampede.sample.Herd;
import dev.stampede.sample.demo.FleetMember.Counts;

/**
 * Three instances, each a JVM of its own, on one Redis, and a load on them: prints what
 * each expiry of the one entry that everybody wants cost the source.
 */
final class Fleet {

	private static final int MEMBERS = 3;

	private static final Duration TTL = Duration.ofSeconds(2);

	private static final Duration PATIENCE = Duration.ofMinutes(5);

	private static final long LOOK_AGAIN_MILLIS = 50;

	private final List<FleetMember> members = new ArrayList<>();

	private final PrintStream out;

	private Fleet(PrintStream out) {
		this.out = out;
	}

	// Runs the fleet for some expiries: --fleet --fleet.expiries=10.
	static void run(String[] args, PrintStream out) throws IOException, InterruptedException {
		SimpleCommandLinePropertySource options = new SimpleCommandLinePropertySource(args);
		int expiries = Integer.parseInt(or(options.getProperty("fleet.expiries"), "10"));
		int redisPort = Integer.parseInt(or(options.getProperty("spring.data.redis.port"), "6379"));
		LocalRedis redis = LocalRedis.joinOrStart(redisPort);
		Fleet fleet = new Fleet(out);
		try {
			fleet.start(redisPort);
			fleet.watch(expiries);
		}
		finally {
			fleet.stop();
			redis.destroy();
		}
	}

	private void start(int redisPort) throws IOException, InterruptedException {
		HttpClient client = HttpClient.newHttpClient();
		List<String> arguments = List.of("--spring.data.redis.port=" + redisPort,
				"--stampede.caches.sets.ttl=" + TTL.toMillis() + "ms", "--stampede.redis-timeout=5s");
		this.out.printf("Starting %d instances on the Redis at port %d%n", MEMBERS, redisPort);
		for (int i = 0; i < MEMBERS; i++) {
			this.members.add(FleetMember.start(client, arguments));
		}
		long begin = System.nanoTime();
		for (FleetMember member : this.members) {
			while (!"UP".equals(member.get("/actuator/health").path("status").asString(""))) {
				if (!member.process().isAlive() || System.nanoTime() - begin > PATIENCE.toNanos()) {
					throw new IllegalStateException("The instance at port " + member.port() + " did not start: try"
							+ " it alone, with --server.port=" + member.port());
				}
				Thread.sleep(LOOK_AGAIN_MILLIS);
			}
		}
	}

	private void watch(int expiries) throws InterruptedException {
		this.out.printf("One entry, fresh for %d s, asked for all the time. Reads of the source:%n%n", TTL.toSeconds());
		this.out.printf("%8s  %6s  %8s  %8s  %8s  %5s  %8s%n", "expiries", "calls", ":" + port(0), ":" + port(1),
				":" + port(2), "reads", "slowest");
		try (FleetLoad load = new FleetLoad(this.members)) {
			awaitNextEntry();
			List<Counts> before = counts();
			load.takeCalls();
			load.takeSlowest();
			for (int row = 0; row < expiries; row++) {
				awaitNextEntry();
				List<Counts> now = counts();
				print(load, before, now);
				before = now;
			}
		}
	}

	private void print(FleetLoad load, List<Counts> before, List<Counts> now) {
		long[] reads = IntStream.range(0, MEMBERS)
			.mapToLong((member) -> now.get(member).reads() - before.get(member).reads())
			.toArray();
		long expired = IntStream.range(0, MEMBERS)
			.mapToLong((member) -> now.get(member).filled() - before.get(member).filled())
			.sum();
		this.out.printf(Locale.ROOT, "%8d  %6d  %8d  %8d  %8d  %5d  %5.0f ms%n", expired, load.takeCalls(), reads[0],
				reads[1], reads[2], reads[0] + reads[1] + reads[2], Herd.inMillis(load.takeSlowest()));
	}

	// Waits for a newer entry than there is, then until half its time is over. Each read
	// of the source for it is counted by then.
	private void awaitNextEntry() throws InterruptedException {
		long left = freshForMillis();
		for (long now = left; now <= left; now = freshForMillis()) {
			left = now;
			Thread.sleep(LOOK_AGAIN_MILLIS);
		}
		Thread.sleep(TTL.toMillis() / 2);
	}

	private long freshForMillis() throws InterruptedException {
		JsonNode entry = this.members.get(0).get("/actuator/stampede/sets/EMS0").path("entry");
		return entry.path("freshForMillis").asLong(0);
	}

	private List<Counts> counts() throws InterruptedException {
		List<Counts> counts = new ArrayList<>();
		for (FleetMember member : this.members) {
			counts.add(member.counts());
		}
		return counts;
	}

	private int port(int member) {
		return this.members.get(member).port();
	}

	private void stop() throws InterruptedException {
		this.members.forEach((member) -> member.process().destroy());
		for (FleetMember member : this.members) {
			member.process().waitFor();
		}
	}

	private static String or(@Nullable String value, String otherwise) {
		return (value != null) ? value : otherwise;
	}

}
