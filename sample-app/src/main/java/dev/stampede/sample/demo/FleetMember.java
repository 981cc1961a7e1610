package dev.stampede.sample.demo;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One instance of the fleet, in a JVM of its own.
 *
 * @param process the JVM
 * @param port where it listens
 * @param client how it is asked
 */
record FleetMember(Process process, int port, HttpClient client) {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final long LOOK_AGAIN_MILLIS = 10;

	private static final int MOST_LOOKS = 200;

	static FleetMember start(HttpClient client, List<String> arguments) throws IOException {
		int port = freePort();
		Process process = Jvm.sample(Stream.concat(Stream.of("--server.port=" + port), arguments.stream()).toList())
			.start();
		return new FleetMember(process, port, client);
	}

	// Asks, and answers with what came, or with nothing to be found in it.
	JsonNode get(String path) throws InterruptedException {
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + this.port + path))
			.timeout(PATIENCE)
			.build();
		try {
			return JsonMapper.shared().readTree(this.client.send(request, BodyHandlers.ofString()).body());
		}
		catch (IOException ex) {
			return JsonMapper.shared().missingNode();
		}
	}

	// Returns what it has counted so far, if possible at a moment when it does not read
	// the source.
	Counts counts() throws InterruptedException {
		Counts counts = Counts.of(get("/actuator/stampede/sets"));
		for (int look = 0; look < MOST_LOOKS && !counts.isAtRest(); look++) {
			Thread.sleep(LOOK_AGAIN_MILLIS);
			counts = Counts.of(get("/actuator/stampede/sets"));
		}
		return counts;
	}

	private static int freePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0)) {
			return socket.getLocalPort();
		}
	}

	/**
	 * Counters of one instance.
	 *
	 * @param reads how often it has read the source
	 * @param filled how often it has stored what it read: once per expiry in the fleet
	 * @param won how often it has won the lock
	 * @param released how often it has given it up, in whatever way
	 */
	record Counts(long reads, long filled, long won, long released) {

		static Counts of(JsonNode cache) {
			return new Counts(sum(cache.path("sourceReads")), cache.at("/release/filled").asLong(0),
					cache.at("/lock/won").asLong(-1), sum(cache.path("release")));
		}

		boolean isAtRest() {
			return this.won == this.released;
		}

		private static long sum(JsonNode counters) {
			return counters.valueStream().mapToLong(JsonNode::asLong).sum();
		}

	}

}
