package dev.stampede.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.test.util.TestSocketUtils;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The executable jar, as an operator runs it, and from code generated ahead of time.
 */
class PackagedSampleIT {

	private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");

	private static final Duration PATIENCE = Duration.ofMinutes(5);

	@ParameterizedTest
	@CsvSource({ "false, Starting SampleApplication", "true, Starting AOT-processed SampleApplication" })
	void packagedJarShowsItsProtection(boolean generated, String greeting, @TempDir Path folder) throws Exception {
		Path log = folder.resolve("sample.log");
		Process sample = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Dspring.aot.enabled=" + generated, "-jar", System.getProperty("packaged.jar"), "--server.port=0",
				"--spring.data.redis.port=" + TestSocketUtils.findAvailableTcpPort())
			.redirectErrorStream(true)
			.redirectOutput(log.toFile())
			.start();
		try {
			String port = await().atMost(PATIENCE).until(() -> port(sample, log), (found) -> !found.isEmpty());
			RestClient client = RestClient.create("http://localhost:" + port);
			assertThat(log).content().contains(greeting);
			assertThat(get(client, "/sets/EMS0")).contains("\"copiesSold\":50001");
			assertThat(get(client, "/actuator/stampede")).contains("\"active\":true", "\"state\":\"up\"", "\"sets\":{");
			assertThat(get(client, "/actuator/stampede/sets")).contains("\"loaded\":1", "\"inFlight\":[]");
			assertThat(get(client, "/actuator/stampede/sets/EMS0")).contains("\"state\":\"fresh\"");
			assertThat(get(client, "/actuator/prometheus"))
				.contains("stampede_requests_total{application=\"catalogue\",cache=\"sets\",result=\"loaded\"} 1.0");
		}
		finally {
			sample.destroy();
			if (!sample.waitFor(1, TimeUnit.MINUTES)) {
				sample.destroyForcibly();
			}
		}
	}

	private static String port(Process sample, Path log) throws IOException {
		String text = Files.readString(log);
		assertThat(sample.isAlive()).as(text).isTrue();
		Matcher port = PORT.matcher(text);
		return port.find() ? port.group(1) : "";
	}

	private static String get(RestClient client, String path) {
		return String.valueOf(client.get().uri(path).retrieve().body(String.class));
	}

}
