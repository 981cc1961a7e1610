package dev.stampede.testing;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@ExtendWith(RedisExtension.class)
class TcpRelayTests {

	private static final Duration SHORT = Duration.ofMillis(200);

	private final TestRedis redis;

	private final TcpRelay relay;

	TcpRelayTests(TestRedis redis) {
		this.redis = redis;
		this.relay = TcpRelay.to(redis.host(), redis.port());
	}

	@AfterEach
	void close() {
		this.relay.close();
		this.redis.clear();
		Awaitility.await()
			.untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet()).extracting(Thread::getName)
				.doesNotContain("tcp-relay"));
	}

	@Test
	void requestsAndRepliesPassUnchanged() {
		String key = this.redis.key("a");
		try (RespClient client = connect()) {
			assertThat(client.call("SET", key, "\r\n$3\r\n\u00e9")).isEqualTo("OK");
			assertThat(client.call("GET", key)).isEqualTo("\r\n$3\r\n\u00e9");
			assertThat(client.call("GET", this.redis.key("b"))).isNull();
			assertThat(client.call("EVAL", "return {1,{'a',{}},2}", "0")).asString().isEqualTo("[1, [a, []], 2]");
		}
	}

	@Test
	void lostRequestIsNotCarriedOutAndTheConnectionIsCut() {
		RelayRule rule = this.relay.on((request) -> request.contains("INCR")).nth(2).loseRequest();
		try (RespClient client = connect()) {
			assertThat(increment(client)).isEqualTo(1L);
			assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> increment(client));
		}
		assertThat(rule.count()).isEqualTo(1);
		assertThat(this.redis.call("GET", this.redis.key("n"))).isEqualTo("1");
		Awaitility.await().until(() -> this.relay.connections() == 0);
	}

	@Test
	void requestWhoseReplyIsLostIsCarriedOutAndTheConnectionIsCut() {
		this.relay.on((request) -> request.contains("INCR")).loseReply();
		try (RespClient client = connect()) {
			assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> increment(client));
		}
		try (RespClient client = connect()) {
			assertThat(increment(client)).isEqualTo(2L);
		}
	}

	@Test
	void actionsRunBeforeTheRequestAndBeforeTheReply() {
		String key = this.redis.key("n");
		this.relay.on((request) -> request.contains("INCR"))
			.always()
			.before(() -> this.redis.call("SET", key, "10"))
			.after(() -> this.redis.call("SET", key, "20"));
		try (RespClient client = connect()) {
			assertThat(increment(client)).isEqualTo(11L);
			assertThat(client.call("GET", key)).isEqualTo("20");
			assertThat(increment(client)).isEqualTo(11L);
		}
	}

	@Test
	void silencedConnectionNeitherAnswersNorEndsAndOthersWork() {
		try (RespClient client = connect()) {
			increment(client);
			this.relay.silence();
			CompletableFuture<Object> reply = CompletableFuture.supplyAsync(() -> increment(client));
			assertThatNothingComesOf(reply);
			try (RespClient other = connect()) {
				assertThat(increment(other)).isEqualTo(2L);
			}
			this.relay.cut();
			assertThat(reply).failsWithin(Duration.ofSeconds(5));
		}
	}

	@Test
	void deafRelayTakesConnectionsAndAnswersNone() {
		this.relay.deaf(true);
		try (RespClient client = connect()) {
			CompletableFuture<Object> reply = CompletableFuture.supplyAsync(() -> increment(client));
			assertThatNothingComesOf(reply);
			this.relay.cut();
			assertThat(reply).failsWithin(Duration.ofSeconds(5));
		}
		assertThat(this.redis.call("EXISTS", this.redis.key("n"))).isEqualTo(0L);
	}

	@Test
	void stalledRequestPassesAfterResume() throws Exception {
		try (RespClient client = connect()) {
			increment(client);
			this.relay.stall();
			CompletableFuture<Object> reply = CompletableFuture.supplyAsync(() -> increment(client));
			assertThatNothingComesOf(reply);
			this.relay.resume();
			assertThat(reply.get(5, TimeUnit.SECONDS)).isEqualTo(2L);
		}
	}

	@Test
	void delaysAddUpForOneRequestButNotForThoseBehindIt() throws Exception {
		try (RespClient client = connect(); RespClient other = connect()) {
			increment(client);
			this.relay.delay(SHORT, SHORT);
			long start = System.nanoTime();
			CompletableFuture<Object> reply = CompletableFuture.supplyAsync(() -> increment(client));
			increment(other);
			reply.get(5, TimeUnit.SECONDS);
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(SHORT.multipliedBy(2),
					SHORT.multipliedBy(4));
		}
	}

	private Object increment(RespClient client) {
		Object value = client.call("INCR", this.redis.key("n"));
		return (value != null) ? value : "nothing";
	}

	private RespClient connect() {
		return RespClient.connect(this.relay.host(), this.relay.port());
	}

	private static void assertThatNothingComesOf(CompletableFuture<?> reply) {
		assertThatExceptionOfType(TimeoutException.class)
			.isThrownBy(() -> reply.get(SHORT.toMillis(), TimeUnit.MILLISECONDS));
		assertThat(reply.isCompletedExceptionally()).isFalse();
	}

}
