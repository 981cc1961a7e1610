package dev.stampede.sample.demo;

import java.util.Map;
import java.util.stream.Collectors;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.test.util.TestSocketUtils;
import tools.jackson.databind.JsonNode;

import dev.stampede.sample.Instance;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Races and releases of locks, over HTTP.
 */
class RaceTests {

	private static Instance instance;

	@BeforeAll
	static void start() {
		instance = Instance.start(TestSocketUtils.findAvailableTcpPort());
	}

	@AfterAll
	static void stop() {
		instance.close();
	}

	@ParameterizedTest
	@CsvSource({ "POLL, COLD, WAITED", "SERVE_STALE, STALE, STALE", "RETURN_DEFAULT, COLD, DEFAULTED",
			"FAIL_FAST, COLD, FAILED_FAST" })
	void raceOnThreeNodesReadsTheSourceOnce(String onLose, String start, String ofLosers) {
		JsonNode race = race("onLose=" + onLose + "&callers=30&nodes=3&latencyMillis=300&start=" + start);
		JsonNode guarded = race.path("protected");
		assertThat(guarded.path("sourceReads").asInt()).isEqualTo(1);
		assertThat(guarded.path("reads")).hasSize(1)
			.allSatisfy((read) -> assertThat(duration(read)).isGreaterThanOrEqualTo(300));
		assertThat(guarded.at("/outcomes/LOADED").asInt()).isEqualTo(1);
		assertThat(guarded.at("/outcomes/" + ofLosers).asInt()).isPositive();
		assertThat(guarded.path("outcomes").propertyNames()).isSubsetOf("LOADED", ofLosers, "HIT");
		assertThat(guarded.path("answers")).hasSize(30);
		assertThat(guarded.at("/stalestMillis").asDouble() > 0).isEqualTo(ofLosers.equals("STALE"));
		JsonNode unprotected = race.path("unprotected");
		assertThat(unprotected.path("sourceReads").asInt()).isEqualTo(30);
		assertThat(unprotected.path("reads")).hasSize(30);
		assertThat(unprotected.path("outcomes").propertyNames()).containsExactly("READ");
	}

	@Test
	void answersAreThoseOfTheOutcomesAndSpreadOverTheNodes() {
		JsonNode run = race("callers=8&nodes=4&latencyMillis=100").path("protected");
		Map<Integer, Long> byNode = run.path("answers")
			.valueStream()
			.collect(Collectors.groupingBy((answer) -> answer.path("node").asInt(), Collectors.counting()));
		assertThat(byNode).isEqualTo(Map.of(1, 2L, 2, 2L, 3, 2L, 4, 2L));
		assertThat(run.path("answers")
			.valueStream()
			.filter((answer) -> answer.path("outcome").asString().equals("LOADED"))).hasSize(1);
		assertThat(run.path("maxMillis").asDouble()).isGreaterThanOrEqualTo(100);
	}

	@Test
	void commandsAreThoseThatTheRaceSent() {
		race("callers=1&nodes=1&latencyMillis=0");
		JsonNode commands = race("callers=20&nodes=1&latencyMillis=100").at("/protected/redisCommands");
		assertThat(commands.path("GET").asInt()).isEqualTo(1);
		assertThat(commands.path("EVALSHA").asInt()).isEqualTo(2);
		assertThat(commands.propertyNames()).isSubsetOf("GET", "EVALSHA", "TIME");
	}

	@Test
	void raceLeavesNothingBehind() {
		race("callers=5&nodes=2&latencyMillis=0&start=STALE&onLose=SERVE_STALE");
		StringRedisTemplate redis = instance.context().getBean(StringRedisTemplate.class);
		assertThat(redis.keys("*race-*")).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "callers=0, from 1 to 400", "callers=401, from 1 to 400", "nodes=5, from 1 to 4",
			"latencyMillis=3001, from 0 to 3000", "callers=many, a whole number", "start=WARM, STALE",
			"onLose=WAIT, FAIL_FAST" })
	void raceThatCannotBeRunSaysWhatItMustBe(String query, String expected) {
		assertIsRefused("/demo/race?" + query, query, expected);
	}

	@ParameterizedTest
	@CsvSource({ "OWNED, PLAIN_DEL, true, 1, true, true", "OWNED, SCRIPT, true, 1, true, true",
			"TAKEN_OVER, PLAIN_DEL, false, 1, true, true", "TAKEN_OVER, SCRIPT, false, 0, false, false" })
	void onlyThePlainDeleteRemovesTheLockOfAnother(String ownership, String way, boolean matches, long reply,
			boolean gone, boolean thirdWon) {
		JsonNode report = instance.json(HttpMethod.POST, "/demo/release?ownership=" + ownership + "&way=" + way);
		String holder = ownership.equals("OWNED") ? "first:" : "second:";
		assertThat(report.path("token").asString()).startsWith("first:");
		assertThat(report.path("found").asString()).startsWith(holder);
		assertThat(report.path("matches").asBoolean()).isEqualTo(matches);
		assertThat(report.path("reply").asLong()).isEqualTo(reply);
		assertThat(report.path("holderAfter").isNull()).isEqualTo(gone);
		assertThat(report.path("thirdWon").asBoolean()).isEqualTo(thirdWon);
		StringRedisTemplate redis = instance.context().getBean(StringRedisTemplate.class);
		assertThat(redis.hasKey(report.path("lockKey").asString())).isFalse();
	}

	@Test
	void releaseThatCannotBeRunSaysWhatItMustBe() {
		assertIsRefused("/demo/release?way=FORCE", "way=FORCE", "PLAIN_DEL");
	}

	private static JsonNode race(String query) {
		return instance.json(HttpMethod.POST, "/demo/race?" + query);
	}

	private static double duration(JsonNode read) {
		return read.path("endMillis").asDouble() - read.path("startMillis").asDouble();
	}

	private static void assertIsRefused(String path, String query, String expected) {
		ResponseEntity<ProblemDetail> answer = instance.request(HttpMethod.POST, path).toEntity(ProblemDetail.class);
		assertThat(answer.getStatusCode()).isEqualTo(HttpStatus.BAD_REQUEST);
		assertThat(answer.getBody()).isNotNull()
			.extracting(ProblemDetail::getDetail)
			.asString()
			.startsWith(query.substring(0, query.indexOf('=')))
			.contains(expected);
	}

}
