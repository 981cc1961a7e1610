package dev.stampede.sample;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.test.util.TestSocketUtils;

import dev.stampede.OnLose;
import dev.stampede.StampedeOperations;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two instances of the catalogue on one Redis, which the first has started.
 */
class SampleApplicationTests {

	private static final int REDIS_PORT = TestSocketUtils.findAvailableTcpPort();

	private static final int CALLERS = 25;

	private static Instance first;

	private static Instance second;

	@BeforeAll
	static void start() {
		first = Instance.start(REDIS_PORT);
		second = Instance.start(REDIS_PORT);
	}

	@AfterAll
	static void stop() {
		second.close();
		first.close();
	}

	@Test
	void secondInstanceJoinsTheRedisOfTheFirst() {
		assertThat(first.status(HttpMethod.POST, "/demo/redis?running=true")).isEqualTo(HttpStatus.NO_CONTENT);
		assertThat(second.status(HttpMethod.POST, "/demo/redis?running=true")).isEqualTo(HttpStatus.CONFLICT);
	}

	@Test
	void herdOnBothInstancesReadsTheSourceOnce() throws Exception {
		AtomicInteger turn = new AtomicInteger();
		long before = first.reads() + second.reads();
		Herd herd = Herd.release(2 * CALLERS, () -> find((turn.getAndIncrement() % 2 == 0) ? first : second, "EMS3"));
		assertThat(herd.served()).isEqualTo(2 * CALLERS);
		assertThat(first.reads() + second.reads() - before).isEqualTo(1);
	}

	@Test
	void everyUnprotectedCallReadsTheSource() {
		long before = second.reads();
		for (int i = 0; i < 3; i++) {
			second.get(CardSet.class, "/sets/EMS4?protected=false");
		}
		assertThat(second.reads() - before).isEqualTo(3);
	}

	@Test
	void setComesBackTheSameFromTheSourceAndFromRedis() {
		CardSet read = first.get(CardSet.class, "/sets/EMS5?protected=false");
		assertThat(first.get(CardSet.class, "/sets/EMS5")).isEqualTo(read);
		assertThat(second.get(CardSet.class, "/sets/EMS5")).isEqualTo(read);
	}

	@Test
	void unknownSetIsLookedUpOnce() {
		long before = first.reads() + second.reads();
		ResponseEntity<String> answer = first.get("/sets/EMS9").toEntity(String.class);
		assertThat(answer.getStatusCode()).isEqualTo(HttpStatus.NOT_FOUND);
		assertThat(answer.getBody()).contains("There is no card set 'EMS9'");
		assertThat(second.get("/sets/EMS9").toBodilessEntity().getStatusCode()).isEqualTo(HttpStatus.NOT_FOUND);
		assertThat(first.reads() + second.reads() - before).isEqualTo(1);
	}

	@ParameterizedTest
	@CsvSource({ "POLL, WAITED", "SERVE_STALE, STALE", "RETURN_DEFAULT, DEFAULTED", "FAIL_FAST, FAILED_FAST" })
	void herdReportsWhatItCostOnBothPaths(OnLose onLose, String ofLosers) {
		HerdReport report = first.get(HerdReport.class, "/demo/herd?callers={callers}&onLose={onLose}", CALLERS,
				onLose);
		assertThat(report.guarded().sourceReads()).isEqualTo(1);
		assertThat(report.guarded().outcomes()).containsEntry("LOADED", 1).containsKey(ofLosers);
		assertThat(List.of("LOADED", ofLosers, "HIT")).containsAll(report.guarded().outcomes().keySet());
		assertThat(report.guarded().outcomes().values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(CALLERS);
		assertThat(report.unprotected().sourceReads()).isEqualTo(CALLERS);
		assertThat(report.unprotected().outcomes()).isEqualTo(Map.of("READ", CALLERS));
		assertThat(report.unprotected().p50Millis()).isPositive().isLessThanOrEqualTo(report.unprotected().p99Millis());
		assertThat(report.unprotected().p99Millis()).isLessThanOrEqualTo(report.unprotected().maxMillis());
	}

	@Test
	void herdIsWrittenUnderTheNamesOfThePaths() {
		assertThat(second.get(String.class, "/demo/herd?callers=1")).startsWith("{\"protected\":{\"sourceReads\":1,")
			.contains("\"outcomes\":{\"LOADED\":1}", "\"p50Millis\":", "\"p99Millis\":", "\"maxMillis\":",
					"\"unprotected\":{\"sourceReads\":1,", "\"outcomes\":{\"READ\":1}");
	}

	@Test
	void brokenSourceIsToldUnlessThereIsACopy() {
		StampedeOperations operations = second.context().getBean(StampedeOperations.class);
		CardSet known = second.get(CardSet.class, "/sets/EMS6");
		operations.evict("sets", "EMS7");
		assertThat(second.request(HttpMethod.POST, "/demo/source?broken=true&latencyMillis=1").body(Trouble.class))
			.isEqualTo(new Trouble(1, true));
		try {
			long before = second.reads();
			ResponseEntity<ProblemDetail> answer = second.get("/sets/EMS7").toEntity(ProblemDetail.class);
			assertThat(answer.getStatusCode()).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
			assertThat(answer.getBody()).isNotNull().extracting(ProblemDetail::getDetail).asString().contains("broken");
			assertThat(second.reads() - before).isEqualTo(1);
			assertThat(second.get(CardSet.class, "/sets/EMS6")).isEqualTo(known);
		}
		finally {
			second.request(HttpMethod.POST, "/demo/source").toBodilessEntity();
		}
		assertThat(second.get(CardSet.class, "/sets/EMS7").code()).isEqualTo("EMS7");
	}

	@ParameterizedTest
	@ValueSource(longs = { -1, 600_001 })
	void latencyMustBePossible(long latencyMillis) {
		assertThat(second.status(HttpMethod.POST, "/demo/source?latencyMillis=" + latencyMillis))
			.isEqualTo(HttpStatus.BAD_REQUEST);
	}

	@ParameterizedTest
	@CsvSource({ "callers=0, from 1 to 2000", "callers=2001, from 1 to 2000", "callers=many, a whole number",
			"onLose=WAIT, RETURN_DEFAULT" })
	void herdWithWrongParameterSaysWhatItMustBe(String query, String expected) {
		ResponseEntity<ProblemDetail> answer = first.get("/demo/herd?" + query).toEntity(ProblemDetail.class);
		assertThat(answer.getStatusCode()).isEqualTo(HttpStatus.BAD_REQUEST);
		assertThat(answer.getBody()).isNotNull()
			.extracting(ProblemDetail::getDetail)
			.asString()
			.startsWith(query.substring(0, query.indexOf('=')))
			.contains(expected);
	}

	private static void find(Instance instance, String code) {
		assertThat(instance.get(CardSet.class, "/sets/{code}", code).code()).isEqualTo(code);
	}

}
