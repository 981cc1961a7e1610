package dev.stampede.actuate;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import com.fasterxml.jackson.annotation.JsonInclude.Include;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.stampede.OnLose;
import dev.stampede.StampedeOperations;
import dev.stampede.StampedeProtected;
import dev.stampede.autoconfigure.StampedeAutoConfiguration;
import dev.stampede.autoconfigure.StampedeEndpointAutoConfiguration;
import dev.stampede.autoconfigure.StampedeHealthAutoConfiguration;
import dev.stampede.testing.RedisExtension;
import dev.stampede.testing.RedisMonitor;
import dev.stampede.testing.RedisServer;
import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of the endpoint and the health contributor, on real applications and a real
 * Redis.
 */
@ExtendWith(RedisExtension.class)
class StampedeEndpointTests {

	/** As the actuator's own. */
	private static final JsonMapper mapper = JsonMapper.builder()
		.changeDefaultPropertyInclusion((value) -> value.withValueInclusion(Include.NON_NULL))
		.build();

	private final ExecutorService callers = Executors.newCachedThreadPool();

	private final TestRedis redis;

	StampedeEndpointTests(TestRedis redis) {
		this.redis = redis;
	}

	@AfterEach
	void endCallers() {
		this.callers.shutdownNow();
	}

	@Test
	void instanceTellsOfRedisPoliciesAndCounters() {
		application().run((context) -> {
			Sets sets = context.getBean(Sets.class);
			context.getBean(Gate.class).open();
			sets.find("counted");
			sets.find("counted");
			JsonNode json = json(context.getBean(StampedeEndpoint.class).stampede());
			assertThat(json.at("/active").booleanValue()).isTrue();
			assertThat(json.at("/instance").stringValue()).isNotEmpty();
			assertThat(json.at("/redis/state").stringValue()).isEqualTo("up");
			assertThat(json.at("/redis/since").stringValue()).matches("\\d{4}-\\d\\d-\\d\\dT.*Z");
			JsonNode cache = json.at("/caches/sets");
			assertThat(cache.at("/requests/loaded").longValue()).isEqualTo(1);
			assertThat(cache.at("/requests/hit").longValue()).isEqualTo(1);
			assertThat(cache.at("/lock/won").longValue()).isEqualTo(1);
			assertThat(cache.at("/release/filled").longValue()).isEqualTo(1);
			assertThat(cache.at("/sourceReads/success").longValue()).isEqualTo(1);
			assertThat(cache.at("/flights").intValue()).isZero();
			assertThat(cache.has("inFlight")).isFalse();
		});
	}

	@Test
	void settingsTellTheirOrigin() {
		application()
			.withPropertyValues("stampede.defaults.stale-ttl=7m", "stampede.defaults.lock-ttl=9s",
					"stampede.caches.sets.wait-timeout=11s")
			.run((context) -> {
				JsonNode policy = json(context.getBean(StampedeEndpoint.class).stampede())
					.at("/caches/sets/policies/StampedeEndpointTests.Sets.find");
				assertThat(setting(policy, "ttlMillis")).isEqualTo("60000 annotation");
				assertThat(setting(policy, "staleTtlMillis")).isEqualTo("420000 defaults");
				assertThat(setting(policy, "lockTtlMillis")).isEqualTo("9000 defaults");
				assertThat(setting(policy, "waitTimeoutMillis")).isEqualTo("11000 section");
				assertThat(setting(policy, "onLose")).isEqualTo("[\"POLL\"] annotation");
				assertThat(setting(policy, "staleIfErrorTtlMillis")).isEqualTo("420000 built-in");
			});
	}

	@Test
	void runningRegenerationIsSeenHereAndElsewhere() {
		application().run((first) -> application().run((second) -> {
			Sets sets = first.getBean(Sets.class);
			StampedeEndpoint here = first.getBean(StampedeEndpoint.class);
			StampedeEndpoint there = second.getBean(StampedeEndpoint.class);
			String instance = json(here.stampede()).at("/instance").stringValue();
			Future<String> winner = this.callers.submit(() -> sets.find("EMS0"));
			first.getBean(Gate.class).awaitReader();
			Future<String> waiter = this.callers.submit(() -> sets.find("EMS0"));
			Future<String> elsewhere = this.callers.submit(() -> second.getBean(Sets.class).find("EMS0"));
			until(() -> json(here.cache("sets")).at("/inFlight/0/waiters").asInt() == 1);
			until(() -> json(there.cache("sets")).at("/inFlight/0/phase").asString("").equals("waiting"));
			JsonNode flight = json(here.cache("sets")).at("/inFlight/0");
			assertThat(flight.at("/phase").stringValue()).isEqualTo("regenerating");
			assertThat(flight.at("/holder").stringValue()).isEqualTo(instance);
			assertThat(flight.at("/ageMillis").longValue()).isNotNegative();
			assertThat(flight.at("/key").stringValue()).startsWith("sha256-").doesNotContain("EMS0");
			assertThat(json(there.cache("sets")).at("/inFlight/0/holder").stringValue()).isEqualTo(instance);
			JsonNode byHash = json(there.key("sets", flight.at("/key").stringValue()));
			JsonNode byName = json(there.key("sets", "EMS0"));
			assertThat(List.of(byHash, byName)).allSatisfy((key) -> {
				assertThat(key.at("/lock/state").stringValue()).isEqualTo("held");
				assertThat(key.at("/lock/holder").stringValue()).isEqualTo(instance);
				assertThat(key.at("/lock/remainingMillis").longValue()).isBetween(1L, 5000L);
				assertThat(key.at("/lock/expires").booleanValue()).isTrue();
				assertThat(key.at("/entry/state").stringValue()).isEqualTo("absent");
				assertThat(key.toString()).doesNotContain("EMS0");
			});
			first.getBean(Gate.class).open();
			assertThat(List.of(winner.get(), waiter.get(), elsewhere.get())).containsOnly("EMS0");
			assertThat(json(here.cache("sets")).at("/inFlight")).isEmpty();
			JsonNode after = json(here.key("sets", "EMS0"));
			assertThat(after.at("/lock/state").stringValue()).isEqualTo("free");
			assertThat(after.at("/entry/state").stringValue()).isEqualTo("fresh");
			assertThat(after.at("/entry/freshForMillis").longValue()).isBetween(1L, 60_000L);
		}));
	}

	@Test
	void lockWithoutExpiryAndMarksAreTold() {
		application().run((context) -> {
			StampedeEndpoint endpoint = context.getBean(StampedeEndpoint.class);
			this.redis.call("SET", "lock:{" + this.redis.key("sets::hand") + "}", "somebody:1");
			JsonNode hand = json(endpoint.key("sets", "hand"));
			assertThat(hand.at("/lock/expires").booleanValue()).isFalse();
			assertThat(hand.at("/lock").has("remainingMillis")).isFalse();
			this.redis.call("SET", "lock:{" + this.redis.key("sets::hand") + "}", "!failed", "PX", "60000");
			JsonNode backoff = json(endpoint.key("sets", "hand"));
			assertThat(backoff.at("/lock/state").stringValue()).isEqualTo("backoff");
			assertThat(backoff.at("/lock/holder").stringValue()).isEqualTo("failed");
			this.redis.call("SET", "lock:{" + this.redis.key("sets::hand") + "}", "?reader", "PX", "60000");
			JsonNode pass = json(endpoint.key("sets", "hand"));
			assertThat(pass.at("/lock/state").stringValue()).isEqualTo("pass");
			assertThat(pass.at("/lock/holder").stringValue()).isEqualTo("reader");
			assertThat(pass.at("/lock/remainingMillis").longValue()).isBetween(1L, 60_000L);
			assertThat(json(endpoint.evict("sets", "hand")).at("/evicted").booleanValue()).isFalse();
			assertThat(json(endpoint.key("sets", "hand")).at("/lock/state").stringValue()).isEqualTo("free");
		});
	}

	@Test
	void evictionVoidsRunningRegeneration() {
		application().withPropertyValues("stampede.show-keys=true").run((context) -> {
			Sets sets = context.getBean(Sets.class);
			StampedeEndpoint endpoint = context.getBean(StampedeEndpoint.class);
			Future<String> winner = this.callers.submit(() -> sets.find("a/b c"));
			context.getBean(Gate.class).awaitReader();
			assertThat(json(endpoint.cache("sets")).at("/inFlight/0/key").stringValue()).isEqualTo("a/b c");
			endpoint.evict("sets", "a", "b c");
			context.getBean(Gate.class).open();
			assertThat(winner.get()).isEqualTo("a/b c");
			assertThat(this.redis.call("EXISTS", this.redis.key("sets::a/b c"))).isEqualTo(0L);
		});
	}

	@Test
	void unknownNamesAreNull() {
		application().run((context) -> {
			StampedeEndpoint endpoint = context.getBean(StampedeEndpoint.class);
			assertThat(endpoint.cache("nope")).isNull();
			assertThat(endpoint.key("nope", "a")).isNull();
			assertThat(endpoint.evict("nope", "a")).isNull();
			assertThat(endpoint.key("sets", "a")).isNotNull();
		});
	}

	@Test
	void cacheOfProgrammaticCallsIsKnownOnceUsed() {
		application().run((context) -> {
			StampedeEndpoint endpoint = context.getBean(StampedeEndpoint.class);
			context.getBean(StampedeOperations.class).<String>get("late", "a", String.class, () -> "value");
			JsonNode late = json(endpoint.cache("late"));
			assertThat(late.at("/policies").has("StampedeOperations")).isTrue();
			assertThat(late).isEqualTo(json(endpoint.cache("late")));
		});
	}

	@Test
	void listingAsksRedisNothing() {
		application().run((context) -> {
			StampedeEndpoint endpoint = context.getBean(StampedeEndpoint.class);
			endpoint.key("sets", "a"); // makes the script known
			try (RedisMonitor monitor = this.redis.monitor()) {
				for (int i = 0; i < 10; i++) {
					endpoint.stampede();
					endpoint.cache("sets");
				}
				assertThat(monitor.sent("sets::")).isEmpty();
				endpoint.key("sets", "a");
				assertThat(monitor.sent("sets::")).hasSize(1);
			}
		});
	}

	@Test
	void unreachableRedisIsUnknownAtOnceAndHealthStaysUp() {
		try (RedisServer server = RedisServer.start()) {
			application("spring.data.redis.host=" + server.host(), "spring.data.redis.port=" + server.port())
				.run((context) -> {
					Sets sets = context.getBean(Sets.class);
					context.getBean(Gate.class).open();
					sets.find("a");
					StampedeHealthIndicator health = context.getBean(StampedeHealthIndicator.class);
					assertThat(health.health().getDetails()).containsEntry("mode", "protected");
					server.kill();
					StampedeEndpoint endpoint = context.getBean(StampedeEndpoint.class);
					JsonNode key = within(Duration.ofSeconds(5), () -> json(endpoint.key("sets", "a")));
					assertThat(key.at("/lock/state").stringValue()).isEqualTo("unknown");
					assertThat(key.at("/entry/state").stringValue()).isEqualTo("unknown");
					until(() -> json(endpoint.stampede()).at("/redis/state").stringValue().equals("down"));
					assertThat(json(endpoint.cache("sets")).at("/requests/loaded").longValue()).isEqualTo(1);
					assertThat(health.health().getStatus().getCode()).isEqualTo("UP");
					assertThat(health.health().getDetails()).containsEntry("redis", "down")
						.containsEntry("mode", "fail_open");
				});
		}
	}

	@Test
	void inactiveProtectionTellsWhy() {
		application().withPropertyValues("stampede.enabled=false").run((context) -> {
			StampedeEndpoint endpoint = context.getBean(StampedeEndpoint.class);
			assertThat(json(endpoint.stampede()))
				.isEqualTo(mapper.readTree("{\"active\":false,\"reason\":\"stampede.enabled is false\"}"));
			assertThat(endpoint.cache("sets")).isNull();
			assertThat(context).doesNotHaveBean(StampedeHealthIndicator.class);
		});
	}

	@Test
	void endpointIsThereOnlyWhereItIsExposed() {
		application("management.endpoints.web.exposure.include=health")
			.run((context) -> assertThat(context).doesNotHaveBean(StampedeEndpoint.class));
		application("management.endpoint.stampede.access=NONE")
			.run((context) -> assertThat(context).doesNotHaveBean(StampedeEndpoint.class));
		application("management.health.stampede.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(StampedeHealthIndicator.class));
	}

	private ApplicationContextRunner application(String... more) {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(StampedeAutoConfiguration.class, DataRedisAutoConfiguration.class,
					StampedeEndpointAutoConfiguration.class, StampedeHealthAutoConfiguration.class))
			.withPropertyValues(this.redis.properties())
			.withPropertyValues("management.endpoints.web.exposure.include=stampede")
			.withPropertyValues(more)
			.withBean(Gate.class)
			.withBean(Sets.class);
	}

	private static JsonNode json(@Nullable Object descriptor) {
		return mapper.valueToTree(descriptor);
	}

	private static String setting(JsonNode policy, String name) {
		return policy.at("/" + name + "/value") + " " + policy.at("/" + name + "/origin").stringValue();
	}

	private static void until(Callable<Boolean> condition) {
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(condition);
	}

	private static <T> T within(Duration limit, Supplier<T> action) {
		return CompletableFuture.supplyAsync(action, (task) -> new Thread(task).start())
			.orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
			.join();
	}

	/** What a source waits for before it is read. */
	static class Gate {

		private final CountDownLatch opened = new CountDownLatch(1);

		private final CountDownLatch reached = new CountDownLatch(1);

		void open() {
			this.opened.countDown();
		}

		void awaitReader() throws InterruptedException {
			this.reached.await();
		}

		void pass() throws InterruptedException {
			this.reached.countDown();
			this.opened.await();
		}

	}

	/** A source behind a gate. */
	static class Sets {

		private final Gate gate;

		Sets(Gate gate) {
			this.gate = gate;
		}

		@StampedeProtected(cacheName = "sets", ttl = 60_000, onLose = OnLose.POLL)
		String find(String id) throws InterruptedException {
			this.gate.pass();
			return id;
		}

	}

}
