package dev.stampede.sample;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import javax.management.MBeanServer;
import javax.management.ObjectName;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.test.util.TestSocketUtils;
import tools.jackson.databind.JsonNode;

import dev.stampede.StampedeOperations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The actuator as an operator sees it, over HTTP and JMX.
 */
@ExtendWith(OutputCaptureExtension.class)
class StampedeEndpointTests {

	private static final int REDIS_PORT = TestSocketUtils.findAvailableTcpPort();

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private static final String LONG = "https://cards.example/a-set-whose-name-goes-on-and-on/and-on/and-on/and-on/and-on"
			+ "/and-on/and-on/and-on/and-on/and-on/and-on/and-on/and-on/and-on/and-on/and-on/and-on/and-on/and-on/the-end";

	private static Instance instance;

	private static Instance unrestricted;

	@BeforeAll
	static void start() {
		instance = Instance.start(REDIS_PORT, "--spring.jmx.enabled=true",
				"--management.endpoints.jmx.exposure.include=stampede");
		unrestricted = Instance.start(REDIS_PORT, "--management.endpoint.stampede.access=unrestricted",
				"--spring.jackson.property-naming-strategy=SNAKE_CASE", "--stampede.show-keys=true");
	}

	@AfterAll
	static void stop() {
		unrestricted.close();
		instance.close();
	}

	@Test
	void listShowsTheInstanceAndItsCaches(CapturedOutput output) {
		JsonNode list = instance.json("/actuator/stampede");
		assertThat(list.path("instance").asString()).isNotEmpty();
		assertThat(list.path("active").asBoolean()).isTrue();
		assertThat(list.path("redis").path("state").asString()).isEqualTo("up");
		assertThat(list.path("caches").propertyNames()).containsExactlyInAnyOrder("sets", "herd-poll",
				"herd-serve-stale", "herd-return-default", "herd-fail-fast", "live");
		assertThat(list.at("/caches/sets/policies/CardSetService.find/lockTtlMillis/value").asInt()).isEqualTo(5000);
		assertThat(list.at("/caches/sets/inFlight").isMissingNode()).isTrue();
		assertThat(output).doesNotContain("Endpoint ID");
	}

	@Test
	void oneCacheShowsItsCountersAndReadingThemChangesNothing() {
		instance.get(CardSet.class, "/sets/EMS1");
		JsonNode cache = instance.json("/actuator/stampede/sets");
		assertThat(cache.at("/requests/loaded").asInt()).isPositive();
		assertThat(cache.at("/sourceReads/success").asInt()).isPositive();
		assertThat(cache.path("inFlight").isArray()).isTrue();
		assertThat(instance.json("/actuator/stampede/sets")).isEqualTo(cache);
	}

	@Test
	void oneKeyShowsLockAndEntry() {
		instance.get(CardSet.class, "/sets/EMS2");
		JsonNode key = instance.json("/actuator/stampede/sets/EMS2");
		assertThat(key.at("/entry/state").asString()).isEqualTo("fresh");
		assertThat(key.at("/entry/freshForMillis").asLong()).isBetween(1L, 600_000L);
		assertThat(key.at("/lock/state").asString()).isEqualTo("free");
		assertThat(key.path("key").asString()).startsWith("sha256-");
		assertThat(instance.json("/actuator/stampede/sets/EMS9a").at("/entry/state").asString()).isEqualTo("absent");
	}

	@ParameterizedTest
	@ValueSource(strings = { "/actuator/stampede/nope", "/actuator/stampede/nope/EMS0" })
	void unknownCacheIsNotFound(String path) {
		assertThat(instance.status(HttpMethod.GET, path)).isEqualTo(HttpStatus.NOT_FOUND);
		assertThat(unrestricted.status(HttpMethod.GET, path)).isEqualTo(HttpStatus.NOT_FOUND);
	}

	@Test
	void deleteIsRefusedUnlessAccessIsUnrestricted() {
		instance.get(CardSet.class, "/sets/EMS3");
		String key = "/actuator/stampede/sets/EMS3";
		assertThat(instance.status(HttpMethod.DELETE, key)).isIn(HttpStatus.METHOD_NOT_ALLOWED, HttpStatus.NOT_FOUND);
		assertThat(instance.json(key).at("/entry/state").asString()).isEqualTo("fresh");
		assertThat(unrestricted.status(HttpMethod.DELETE, key)).isEqualTo(HttpStatus.OK);
		assertThat(instance.json(key).at("/entry/state").asString()).isEqualTo("absent");
	}

	@Test
	void deleteInUnknownCacheIsNotFound() {
		assertThat(unrestricted.status(HttpMethod.DELETE, "/actuator/stampede/nope/EMS0"))
			.isEqualTo(HttpStatus.NOT_FOUND);
	}

	@Test
	void fieldNamesDoNotFollowTheNamingStrategyOfTheApplication() {
		assertThat(unrestricted.get(String.class, "/sets/EMS4")).contains("\"released_on\"");
		JsonNode list = unrestricted.json("/actuator/stampede");
		assertThat(list.at("/redis/wakeUp").isString()).isTrue();
		assertThat(list.at("/redisErrors").isObject()).isTrue();
		assertThat(list.at("/caches/sets/sourceReads/success").isNumber()).isTrue();
		assertThat(list.at("/caches/sets/policies/CardSetService.find/lockTtlMillis/origin").isString()).isTrue();
		JsonNode key = unrestricted.json("/actuator/stampede/sets/EMS4");
		assertThat(key.at("/entry/freshForMillis").isNumber()).isTrue();
		assertThat(key.path("key").asString()).isEqualTo("EMS4");
	}

	@ParameterizedTest
	@ValueSource(strings = { "https://cards.example/a//b?set=1&lang=en#top", "/", "//", "a/", "a b", "a+b", "a%2Fb",
			"a%", "f(x,y)", "..", ";", "\uD83D\uDE00", "{a}", "\"", LONG })
	void keyOfAnyCharactersIsTheVeryKeyThatWasAskedFor(String key) {
		StampedeOperations operations = unrestricted.context().getBean(StampedeOperations.class);
		operations.get("odd", key, String.class, () -> "value");
		JsonNode found = unrestricted.json(HttpMethod.GET, "/actuator/stampede/odd?key={key}", key);
		assertThat(found.at("/entry/state").asString()).isEqualTo("fresh");
		String rendered = found.path("key").asString();
		JsonNode again = unrestricted.json(HttpMethod.GET, "/actuator/stampede/odd?key={key}", rendered);
		assertThat(again.path("key").asString()).isEqualTo(rendered);
		unrestricted.json(HttpMethod.DELETE, "/actuator/stampede/odd?key={key}", key);
		assertThat(unrestricted.json(HttpMethod.GET, "/actuator/stampede/odd?key={key}", rendered)
			.at("/entry/state")
			.asString()).isEqualTo("absent");
	}

	@Test
	void parameterThatNamesAKeyIsRefusedLikeAPath() {
		assertThat(unrestricted.status(HttpMethod.GET, "/actuator/stampede/nope?key=a"))
			.isEqualTo(HttpStatus.NOT_FOUND);
		assertThat(unrestricted.status(HttpMethod.DELETE, "/actuator/stampede/nope?key=a"))
			.isEqualTo(HttpStatus.NOT_FOUND);
		assertThat(unrestricted.status(HttpMethod.DELETE, "/actuator/stampede/sets")).isEqualTo(HttpStatus.BAD_REQUEST);
		assertThat(instance.status(HttpMethod.DELETE, "/actuator/stampede/sets?key=EMS0"))
			.isIn(HttpStatus.METHOD_NOT_ALLOWED, HttpStatus.NOT_FOUND);
	}

	@ParameterizedTest
	@ValueSource(strings = { "--management.endpoint.stampede.access=none",
			"--management.endpoints.web.exposure.include=health" })
	void endpointThatIsNotThereIsNotFound(String argument) {
		try (Instance closed = Instance.start(REDIS_PORT, argument)) {
			assertThat(closed.status(HttpMethod.GET, "/actuator/health")).isEqualTo(HttpStatus.OK);
			assertThat(closed.status(HttpMethod.GET, "/actuator/stampede")).isEqualTo(HttpStatus.NOT_FOUND);
			assertThat(closed.status(HttpMethod.GET, "/actuator/stampede/sets")).isEqualTo(HttpStatus.NOT_FOUND);
			assertThat(closed.status(HttpMethod.DELETE, "/actuator/stampede/sets/EMS0"))
				.isEqualTo(HttpStatus.NOT_FOUND);
		}
	}

	@Test
	void managementBeanShowsTheSame() throws Exception {
		instance.get(CardSet.class, "/sets/EMS5");
		assertThat(invoke("stampede")).asInstanceOf(InstanceOfAssertFactories.MAP)
			.containsKeys("instance", "active", "redis", "caches");
		assertThat(invoke("cache", "sets")).asInstanceOf(InstanceOfAssertFactories.MAP)
			.containsKeys("policies", "requests", "inFlight");
		assertThat(invoke("key", "sets", "EMS5")).asInstanceOf(InstanceOfAssertFactories.MAP)
			.extractingByKey("entry", InstanceOfAssertFactories.MAP)
			.containsEntry("state", "fresh");
	}

	@Test
	void tokensAreNeverShown() throws Exception {
		CardSets source = instance.context().getBean(CardSets.class);
		CardSetService service = instance.context().getBean(CardSetService.class);
		StringRedisTemplate redis = instance.context().getBean(StringRedisTemplate.class);
		ExecutorService caller = Executors.newSingleThreadExecutor();
		source.trouble(new Trouble(600_000, false));
		Future<?> call = caller.submit(() -> service.find("EMS6"));
		try {
			String token = await().atMost(PATIENCE)
				.until(() -> redis.opsForValue().get("lock:{stampede:sets::EMS6}"), (lock) -> lock != null);
			String[] parts = token.split(":", 2);
			JsonNode key = instance.json("/actuator/stampede/sets/EMS6");
			assertThat(key.at("/lock/state").asString()).isEqualTo("held");
			assertThat(key.at("/lock/holder").asString()).isEqualTo(parts[0]);
			List<String> paths = List.of("stampede", "stampede/sets", "stampede/sets/EMS6", "health", "prometheus",
					"metrics");
			Stream<String> answers = Stream.concat(
					paths.stream().map((path) -> instance.get(String.class, "/actuator/" + path)),
					Stream.of(invoke("stampede"), invoke("cache", "sets"), invoke("key", "sets", "EMS6"))
						.map(String::valueOf));
			assertThat(answers).hasSize(9).allSatisfy((answer) -> assertThat(answer).doesNotContain(parts[1]));
			assertThat(instance.json("/actuator/stampede/sets").path("inFlight")).hasSize(1)
				.allSatisfy((flight) -> assertThat(flight.path("phase").asString()).isEqualTo("regenerating"));
		}
		finally {
			source.trouble(Trouble.NONE);
			caller.shutdownNow();
		}
		await().atMost(PATIENCE).until(call::isDone);
		await().atMost(PATIENCE).until(() -> Boolean.FALSE.equals(redis.hasKey("lock:{stampede:sets::EMS6}")));
	}

	private static Object invoke(String operation, Object... arguments) throws Exception {
		MBeanServer server = ManagementFactory.getPlatformMBeanServer();
		ObjectName name = new ObjectName("org.springframework.boot:type=Endpoint,name=Stampede");
		String[] signature = Stream.of(server.getMBeanInfo(name).getOperations())
			.filter((candidate) -> candidate.getName().equals(operation))
			.flatMap((candidate) -> Stream.of(candidate.getSignature()))
			.map((parameter) -> parameter.getType())
			.toArray(String[]::new);
		return server.invoke(name, operation, arguments, signature);
	}

}
