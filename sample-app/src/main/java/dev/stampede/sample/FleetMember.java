package dev.stampede.sample;

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

	// Returns how often it has read the source.
	long reads() throws InterruptedException {
		JsonNode reads = get("/actuator/stampede/sets").path("sourceReads");
		return reads.path("success").asLong(0) + reads.path("failure").asLong(0);
	}

	private static int freePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0)) {
			return socket.getLocalPort();
		}
	}

}
