package dev.stampede.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.time.Clock;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import javax.net.ssl.SSLException;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.RedisSystemException;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

import dev.stampede.store.StorePhase;
import dev.stampede.store.StoreState.Condition;

import static org.assertj.core.api.Assertions.assertThat;

class CircuitBreakerTests {

	private final AtomicLong ticker = new AtomicLong();

	private final CircuitBreaker breaker = breaker(1);

	@Test
	void refusalSkipsAtOnceAndLetsOneTryAfterThePause() {
		this.breaker.failed(0, refused());
		assertThat(isUp(this.breaker)).isFalse();
		assertThat(this.breaker.permits(0, StorePhase.GET)).isFalse();
		this.ticker.addAndGet(Duration.ofMillis(1300).toNanos());
		assertThat(this.breaker.permits(0, StorePhase.GET)).isTrue();
		assertThat(this.breaker.permits(0, StorePhase.GET)).isFalse();
		this.breaker.answered(0, false);
		assertThat(this.breaker.permits(0, StorePhase.GET)).isTrue();
		assertThat(isUp(this.breaker)).isTrue();
	}

	@Test
	void tryThatIsNeverAnsweredIsFollowedByAnother() {
		this.breaker.failed(0, refused());
		this.ticker.addAndGet(Duration.ofMillis(1300).toNanos());
		assertThat(this.breaker.permits(0, StorePhase.GET)).isTrue();
		this.ticker.addAndGet(Duration.ofMillis(1300).toNanos());
		assertThat(this.breaker.permits(0, StorePhase.GET)).isTrue();
	}

	@Test
	void onlyTimeoutsInARowSkip() {
		for (int i = 0; i < 5; i++) {
			failLate();
			failLate();
			this.breaker.answered(0, false);
		}
		assertThat(this.breaker.permits(0, StorePhase.GET)).isTrue();
		for (int i = 0; i < 3; i++) {
			failLate();
		}
		assertThat(this.breaker.permits(0, StorePhase.GET)).isFalse();
	}

	@Test
	void timeoutsOfOnePauseAreOne() {
		for (int i = 0; i < 20; i++) {
			this.breaker.failed(0, late());
		}
		assertThat(this.breaker.permits(0, StorePhase.GET)).isTrue();
		failLate();
		assertThat(this.breaker.permits(0, StorePhase.GET)).isTrue();
		failLate();
		assertThat(this.breaker.permits(0, StorePhase.GET)).isFalse();
	}

	@Test
	void reconnectLetsOneTryAtOnce() {
		this.breaker.failed(0, refused());
		this.breaker.reconnected();
		assertThat(this.breaker.permits(0, StorePhase.GET)).isTrue();
	}

	@Test
	void deadNodeTakesNoOtherSlotsWithIt() {
		CircuitBreaker cluster = breaker(64);
		cluster.failed(16383, refused());
		assertThat(cluster.permits(16383, StorePhase.GET)).isFalse();
		assertThat(cluster.permits(0, StorePhase.GET)).isTrue();
		assertThat(isUp(cluster)).isFalse();
		cluster.answered(0, false);
		assertThat(cluster.permits(16383, StorePhase.GET)).isFalse();
		cluster.answered(16383, false);
		assertThat(isUp(cluster)).isTrue();
	}

	static Stream<Arguments> failures() {
		return Stream.of(Arguments.of(refused(), Fault.UNAVAILABLE), Arguments.of(late(), Fault.TIMEOUT),
				Arguments.of(new CompletionException(late()), Fault.TIMEOUT),
				Arguments.of(reply("Currently not connected. Commands are rejected."), Fault.UNAVAILABLE),
				Arguments.of(other(new SSLException("SSL engine closed already")), Fault.UNAVAILABLE),
				Arguments.of(other(new RedisException("SSL handshake failed")), Fault.UNAVAILABLE),
				Arguments.of(other(new JedisConnectionException("DNS lookup failed")), Fault.UNAVAILABLE),
				Arguments.of(other(new UncheckedIOException("DNS lookup failed", new IOException())),
						Fault.UNAVAILABLE),
				Arguments.of(other(new JedisDataException("WRONGTYPE Operation against a key")), Fault.REFUSED),
				Arguments.of(reply("WRONGTYPE Operation against a key"), Fault.REFUSED),
				Arguments.of(reply("CROSSSLOT Keys in request don't hash to the same slot"), Fault.REFUSED),
				Arguments.of(reply("NOPERM this user has no permissions"), Fault.REFUSED),
				Arguments.of(reply("OOM command not allowed"), Fault.WRITES_REFUSED),
				Arguments.of(reply("MISCONF Redis is configured to save RDB snapshots"), Fault.WRITES_REFUSED),
				Arguments.of(reply("NOREPLICAS Not enough good replicas to write."), Fault.WRITES_REFUSED),
				Arguments.of(
						reply("ERR Error running script (call to f_1): @user_script:9: @user_script: 9: -OOM command"),
						Fault.WRITES_REFUSED),
				Arguments.of(reply("READONLY You can't write against a read only replica."), Fault.READ_ONLY),
				Arguments.of(reply("ERR unknown command"), Fault.REFUSED),
				Arguments.of(reply("TRYAGAIN Multiple keys request during rehashing of slot"), Fault.MOVING),
				Arguments.of(
						reply("ERR Error running script (call to f_1): @user_script:9: WRONGTYPE Operation against"),
						Fault.REFUSED),
				Arguments.of(
						reply("ERR Error running script (call to f_1): @user_script:9: @user_script: 9: -BUSY ..."),
						Fault.UNAVAILABLE),
				Arguments.of(
						new QueryTimeoutException("late",
								new IllegalStateException("EVALSHA. Command timed out after 250 millisecond(s)")),
						Fault.TIMEOUT),
				Arguments.of(reply("BUSY Redis is busy running a script."), Fault.UNAVAILABLE),
				Arguments.of(reply("LOADING Redis is loading the dataset in memory"), Fault.UNAVAILABLE),
				Arguments.of(reply("CLUSTERDOWN The cluster is down"), Fault.UNAVAILABLE),
				Arguments.of(new RedisConnectionFailureException("late", new SocketTimeoutException()), Fault.TIMEOUT),
				Arguments.of(refused("WRONGPASS invalid username-password pair"), Fault.UNAVAILABLE),
				Arguments.of(refused("ERR max number of clients reached"), Fault.UNAVAILABLE),
				Arguments.of(refused("PKIX path building failed"), Fault.UNAVAILABLE),
				Arguments.of(new RedisConnectionFailureException("interrupted", new InterruptedException()),
						Fault.INTERRUPTED),
				Arguments.of(new RedisSystemException("interrupted", new InterruptedException()), Fault.INTERRUPTED),
				Arguments.of(new RejectedExecutionException("full"), Fault.OURS),
				Arguments.of(new IllegalStateException("no reply"), Fault.OURS));
	}

	@ParameterizedTest
	@MethodSource("failures")
	void failureIsClassified(Throwable failure, Fault fault) {
		assertThat(Fault.of(failure)).isEqualTo(fault);
	}

	@Test
	void innermostCauseIsTheReason() {
		assertThat(Fault.reason(new CompletionException(refused("Connection refused"))))
			.isEqualTo("IllegalStateException: Connection refused");
		assertThat(Fault.reason(new RedisSystemException("late", new TimeoutException())))
			.isEqualTo("TimeoutException");
	}

	@Test
	void faultsOfOneKeySkipNothing() {
		for (int i = 0; i < 10; i++) {
			this.breaker.failed(0, reply("WRONGTYPE Operation against a key"));
		}
		assertThat(this.breaker.permits(0, StorePhase.GET)).isTrue();
	}

	@Test
	void serverThatRefusesWritesIsAskedForHitsUntilAWriteSucceeds() {
		this.breaker.failed(0, reply("OOM command not allowed"));
		assertThat(this.breaker.condition()).isEqualTo(Condition.WRITES_REFUSED);
		assertThat(this.breaker.permits(0, StorePhase.ACQUIRE)).isFalse();
		assertThat(this.breaker.permits(0, StorePhase.GET)).isTrue();
		assertThat(this.breaker.permits(0, StorePhase.EVICT)).isTrue();
		this.breaker.answered(0, false);
		this.ticker.addAndGet(Duration.ofMillis(1300).toNanos());
		assertThat(this.breaker.permits(0, StorePhase.ACQUIRE)).isTrue();
		assertThat(this.breaker.permits(0, StorePhase.ACQUIRE)).isFalse();
		this.breaker.answered(0, true);
		assertThat(this.breaker.condition()).isEqualTo(Condition.UP);
		assertThat(this.breaker.permits(0, StorePhase.ACQUIRE)).isTrue();
	}

	@Test
	void replicaIsSkippedUntilAWriteSucceeds() {
		this.breaker.failed(0, reply("READONLY You can't write against a read only replica."));
		assertThat(this.breaker.condition()).isEqualTo(Condition.READ_ONLY);
		assertThat(this.breaker.permits(0, StorePhase.GET)).isFalse();
		this.ticker.addAndGet(Duration.ofMillis(1300).toNanos());
		assertThat(this.breaker.permits(0, StorePhase.GET)).isTrue();
		this.breaker.answered(0, false);
		assertThat(this.breaker.isReadOnly(0)).isTrue();
		assertThat(this.breaker.permits(0, StorePhase.ACQUIRE)).isTrue();
		this.breaker.answered(0, true);
		assertThat(this.breaker.condition()).isEqualTo(Condition.UP);
	}

	private static RedisConnectionFailureException refused(String reason) {
		return new RedisConnectionFailureException("Unable to connect to Redis", new IllegalStateException(reason));
	}

	private static boolean isUp(CircuitBreaker breaker) {
		return breaker.condition() == Condition.UP;
	}

	private CircuitBreaker breaker(int parts) {
		return new CircuitBreaker(parts, Duration.ofSeconds(1), this.ticker::get, new Random(1), Clock.systemUTC());
	}

	private static RuntimeException refused() {
		return new RedisConnectionFailureException("Unable to connect to Redis");
	}

	private void failLate() {
		this.ticker.addAndGet(Duration.ofMillis(250).toNanos());
		this.breaker.failed(0, late());
	}

	private static RuntimeException late() {
		return new QueryTimeoutException("Redis command timed out");
	}

	private static RuntimeException other(Exception cause) {
		return new RedisSystemException("Redis exception", cause);
	}

	private static RuntimeException reply(String message) {
		return new RedisSystemException("Error in execution", new RedisCommandExecutionException(message));
	}

}
