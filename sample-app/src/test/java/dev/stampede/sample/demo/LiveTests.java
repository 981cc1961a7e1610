package dev.stampede.sample.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.test.util.TestSocketUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.stampede.sample.Instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The front page and the trouble that can be made for it, over HTTP.
 */
class LiveTests {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private static Instance instance;

	@BeforeAll
	static void start() {
		instance = Instance.start(TestSocketUtils.findAvailableTcpPort());
	}

	@AfterAll
	static void stop() {
		instance.close();
	}

	@Test
	void feedTellsWhatTheEndpointTells() throws Exception {
		try (Feed feed = Feed.open()) {
			feed.await((state) -> state.at("/key/lock/state").asString().equals("free"));
			instance.context().getBean(LiveSets.class).find(LiveSets.HOT);
			JsonNode state = feed.await((now) -> now.at("/key/entry/state").asString().equals("fresh"));
			JsonNode cache = instance.json("/actuator/stampede/live");
			assertThat(state.at("/cache/requests")).isEqualTo(cache.path("requests"));
			assertThat(state.at("/cache/sourceReads")).isEqualTo(cache.path("sourceReads"));
			assertThat(state.path("instance")).isEqualTo(instance.json("/actuator/stampede").path("instance"));
			assertThat(state.path("events").findValuesAsString("what")).contains("LOCK_WON", "LOCK_FILLED");
		}
	}

	@Test
	void visitorsComeUntilNobodyWatches() throws Exception {
		LiveLoad load = instance.context().getBean(LiveLoad.class);
		try (Feed feed = Feed.open()) {
			assertThat(instance.status(HttpMethod.POST, "/demo/load?callsPerSecond=100"))
				.isEqualTo(HttpStatus.NO_CONTENT);
			long before = hits(feed.await((state) -> state.path("callsPerSecond").asInt() == 100));
			feed.await((state) -> hits(state) > before + 20);
		}
		await().atMost(PATIENCE).until(() -> load.callsPerSecond() == 0);
	}

	@Test
	void redisIsStoppedAndStarted() throws Exception {
		LiveSets sets = instance.context().getBean(LiveSets.class);
		try (Feed feed = Feed.open()) {
			assertThat(instance.status(HttpMethod.POST, "/demo/redis?running=false")).isEqualTo(HttpStatus.NO_CONTENT);
			try {
				feed.await((state) -> !state.at("/redis/running").asBoolean());
				assertThat(sets.find(LiveSets.HOT).code()).isEqualTo(LiveSets.HOT);
				feed.await((state) -> state.path("store").asString().equals("DOWN"));
				feed.await((state) -> state.path("events").findValuesAsString("what").contains("REDIS_FAILED"));
			}
			finally {
				instance.request(HttpMethod.POST, "/demo/redis?running=true").toBodilessEntity();
			}
			feed.await((state) -> {
				sets.find(LiveSets.HOT);
				return state.path("store").asString().equals("UP");
			});
		}
	}

	@Test
	void redisOfAnotherIsLeftAlone() {
		try (Instance second = Instance.start(instance.context().getBean(LocalRedis.class).getStandalone().getPort())) {
			assertThat(second.status(HttpMethod.POST, "/demo/redis?running=false")).isEqualTo(HttpStatus.CONFLICT);
		}
	}

	@Test
	void callersTakeOverOnceFromAWinnerThatIsKilled() throws Exception {
		assertThat(instance.status(HttpMethod.DELETE, "/demo/winner")).isEqualTo(HttpStatus.CONFLICT);
		assertThat(instance.status(HttpMethod.POST, "/demo/winner")).isEqualTo(HttpStatus.ACCEPTED);
		assertThat(instance.status(HttpMethod.POST, "/demo/winner")).isEqualTo(HttpStatus.CONFLICT);
		await().atMost(PATIENCE).until(() -> winner().phase() == Winner.Phase.HOLDING);
		JsonNode lock = instance.json("/actuator/stampede/live/EMS7").path("lock");
		assertThat(lock.path("holder").asString()).isEqualTo(winner().holder());
		JsonNode before = instance.json("/actuator/stampede/live");
		ProcessHandle victim = ProcessHandle.of(winner().pid()).orElseThrow();
		assertThat(instance.status(HttpMethod.DELETE, "/demo/winner")).isEqualTo(HttpStatus.ACCEPTED);
		await().atMost(PATIENCE).until(() -> winner().phase() == Winner.Phase.TAKEN_OVER);
		JsonNode after = instance.json("/actuator/stampede/live");
		assertThat(grown(before, after, "/waits/took_over")).isEqualTo(1);
		assertThat(grown(before, after, "/sourceReads/success")).isEqualTo(1);
		assertThat(winner().served()).isEqualTo(Winner.CALLERS);
		assertThat(victim.isAlive()).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "/demo/load?callsPerSecond=201", "/demo/load?callsPerSecond=-1", "/demo/load",
			"/demo/load?callsPerSecond=some", "/demo/redis?running=perhaps" })
	void whatCannotBeDoneIsRefused(String path) {
		assertThat(instance.status(HttpMethod.POST, path)).isEqualTo(HttpStatus.BAD_REQUEST);
	}

	private static Winner.State winner() {
		return instance.context().getBean(Winner.class).state();
	}

	private static long hits(JsonNode state) {
		return state.at("/cache/requests/hit").asLong();
	}

	private static long grown(JsonNode before, JsonNode after, String counter) {
		return after.at(counter).asLong() - before.at(counter).asLong();
	}

	/**
	 * A watcher of the live view.
	 *
	 * @param lines what is sent
	 */
	private record Feed(BufferedReader lines) implements AutoCloseable {

		static Feed open() throws Exception {
			HttpResponse<InputStream> answer = HttpClient.newHttpClient()
				.send(HttpRequest.newBuilder(URI.create(instance.url() + "/demo/live")).build(),
						BodyHandlers.ofInputStream());
			return new Feed(new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8)));
		}

		// Reads on until something is as it should be.
		JsonNode await(Predicate<JsonNode> expected) {
			long begin = System.nanoTime();
			return Stream.generate(this::next)
				.peek((state) -> assertThat(System.nanoTime() - begin).isLessThan(PATIENCE.toNanos()))
				.filter(expected)
				.findFirst()
				.orElseThrow();
		}

		private JsonNode next() {
			try {
				String line = this.lines.readLine();
				while (!line.startsWith("data:")) {
					line = this.lines.readLine();
				}
				return JsonMapper.shared().readTree(line.substring("data:".length()));
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		@Override
		public void close() throws IOException {
			this.lines.close();
		}

	}

}
