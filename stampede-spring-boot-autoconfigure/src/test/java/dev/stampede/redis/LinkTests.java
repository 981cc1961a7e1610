package dev.stampede.redis;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.data.redis.RedisConnectionFailureException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Who waits how long for a connection.
 */
@Timeout(60)
class LinkTests {

	private static final Duration LIMIT_AT_FIRST = Duration.ofSeconds(2);

	private static final Duration LIMIT = Duration.ofMillis(50);

	private final CountDownLatch accepted = new CountDownLatch(1);

	private final AtomicInteger attempts = new AtomicInteger();

	@Test
	void firstAttemptIsAwaitedForLongerThanAReply() {
		Link<String> link = new Link<>(this::connectSlowly, LIMIT, LIMIT_AT_FIRST, Thread::new);
		CompletableFuture<String> waiting = link.async();
		CompletableFuture<String> blocked = CompletableFuture.supplyAsync(link::get,
				(task) -> new Thread(task).start());
		assertThat(CompletableFuture.anyOf(waiting, blocked)).isNotCompleted();
		assertThat(
				CompletableFuture.anyOf(waiting, blocked).copy().completeOnTimeout("waits", 400, TimeUnit.MILLISECONDS))
			.succeedsWithin(Duration.ofSeconds(30))
			.isEqualTo("waits");
		this.accepted.countDown();
		assertThat(waiting).succeedsWithin(Duration.ofSeconds(30)).isEqualTo("connection 1");
		assertThat(blocked).succeedsWithin(Duration.ofSeconds(30)).isEqualTo("connection 1");
		assertThat(link.get()).isEqualTo("connection 1");
	}

	@Test
	void firstAttemptThatHangsIsAwaitedNoLongerThanThat() {
		Link<String> link = new Link<>(this::connectSlowly, LIMIT, LIMIT_AT_FIRST, Thread::new);
		long start = System.nanoTime();
		assertThatExceptionOfType(RedisConnectionFailureException.class).isThrownBy(link::get)
			.withCauseInstanceOf(TimeoutException.class);
		assertThat(link.async()).failsWithin(Duration.ofSeconds(30))
			.withThrowableThat()
			.withCauseInstanceOf(TimeoutException.class);
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofSeconds(4));
		assertThat(this.attempts).hasValue(1);
		this.accepted.countDown();
	}

	@Test
	void laterAttemptsAreAwaitedLikeAReply() {
		Supplier<String> refusesOnce = () -> {
			if (this.attempts.get() == 0) {
				this.attempts.incrementAndGet();
				throw new RedisConnectionFailureException("refused");
			}
			return connectSlowly();
		};
		Link<String> link = new Link<>(refusesOnce, LIMIT, LIMIT_AT_FIRST, Thread::new);
		assertThatExceptionOfType(RedisConnectionFailureException.class).isThrownBy(link::get).withMessage("refused");
		long start = System.nanoTime();
		assertThatExceptionOfType(RedisConnectionFailureException.class).isThrownBy(link::get)
			.withCauseInstanceOf(TimeoutException.class);
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(1900));
		this.accepted.countDown();
		assertThat(link.async()).succeedsWithin(Duration.ofSeconds(30)).isEqualTo("connection 2");
	}

	@Test
	void interruptedCallerLeavesTheAttemptAlone() {
		Link<String> link = new Link<>(this::connectSlowly, LIMIT, LIMIT_AT_FIRST, Thread::new);
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(RedisConnectionFailureException.class).isThrownBy(link::get)
			.withCauseInstanceOf(InterruptedException.class);
		assertThat(Thread.interrupted()).isTrue();
		this.accepted.countDown();
		assertThat(link.get()).isEqualTo("connection 1");
	}

	private String connectSlowly() {
		int number = this.attempts.incrementAndGet();
		try {
			this.accepted.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
		return "connection " + number;
	}

}
