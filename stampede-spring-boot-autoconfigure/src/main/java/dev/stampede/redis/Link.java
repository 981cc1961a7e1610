package dev.stampede.redis;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.RedisConnectionFailureException;

/**
 * A connection made at first use, on a thread of its own. Callers that meet share one
 * attempt and wait for it no longer than for a reply; for the first one they have more
 * patience, since a JVM that has just started loads the driver's classes meanwhile.
 *
 * @param <C> what is connected
 */
final class Link<C> {

	private static final Duration LIMIT_OF_CONNECTING = Duration.ofSeconds(2);

	private static final Duration PATIENCE_AT_FIRST = Duration.ofSeconds(5);

	private final Supplier<C> connector;

	private final ThreadFactory threads;

	private final Duration limit;

	private final Duration limitAtFirst;

	private final AtomicReference<@Nullable CompletableFuture<C>> attempt = new AtomicReference<>();

	private volatile boolean tried;

	Link(Supplier<C> connector, Duration limit, ThreadFactory threads) {
		this(connector, limit, longer(limit, PATIENCE_AT_FIRST), threads);
	}

	Link(Supplier<C> connector, Duration limit, Duration limitAtFirst, ThreadFactory threads) {
		this.connector = connector;
		this.threads = threads;
		this.limit = limit;
		this.limitAtFirst = limitAtFirst;
	}

	/**
	 * Returns the limit of connecting itself, which outlasts the patience of those who
	 * wait for it: an attempt need not be begun anew for each of them.
	 * @param limit the limit of a reply
	 * @return two seconds, or the limit if that is longer
	 */
	static Duration limitOfConnecting(Duration limit) {
		return longer(limit, LIMIT_OF_CONNECTING);
	}

	/**
	 * Returns the connection, or waits for it.
	 * @return the connection
	 */
	C get() {
		CompletableFuture<C> made = attempt();
		try {
			return made.isDone() ? made.get() : made.get(patience(), TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new RedisConnectionFailureException("Interrupted while connecting to Redis", ex);
		}
		catch (TimeoutException ex) {
			throw new RedisConnectionFailureException("Redis did not accept a connection in time", ex);
		}
		catch (ExecutionException ex) {
			throw (ex.getCause() instanceof RuntimeException failure) ? failure
					: new IllegalStateException(ex.getCause());
		}
	}

	/**
	 * Returns the connection to come, to be had as soon as by one who waits.
	 * @return the connection
	 */
	CompletableFuture<C> async() {
		CompletableFuture<C> made = attempt();
		return made.isDone() ? made : made.copy().orTimeout(patience(), TimeUnit.NANOSECONDS);
	}

	/**
	 * Lets the next caller connect anew.
	 */
	void drop() {
		CompletableFuture<C> made = this.attempt.get();
		if (made != null && made.isDone()) {
			this.attempt.compareAndSet(made, null);
		}
	}

	private static Duration longer(Duration one, Duration other) {
		return (one.compareTo(other) > 0) ? one : other;
	}

	private long patience() {
		return (this.tried ? this.limit : this.limitAtFirst).toNanos();
	}

	private CompletableFuture<C> attempt() {
		CompletableFuture<C> present = this.attempt.get();
		if (present != null) {
			return present;
		}
		CompletableFuture<C> mine = new CompletableFuture<>();
		CompletableFuture<C> other = this.attempt.compareAndExchange(null, mine);
		if (other != null) {
			return other;
		}
		try {
			Thread thread = this.threads.newThread(() -> connect(mine));
			thread.setName("stampede-connect");
			thread.start();
		}
		catch (OutOfMemoryError ex) {
			fail(mine, ex);
		}
		return mine;
	}

	private void connect(CompletableFuture<C> mine) {
		try {
			C connection = this.connector.get();
			this.tried = true;
			mine.complete(connection);
		}
		catch (RuntimeException | Error ex) {
			fail(mine, ex);
		}
	}

	private void fail(CompletableFuture<C> mine, Throwable failure) {
		this.tried = true;
		this.attempt.compareAndSet(mine, null);
		mine.completeExceptionally(failure);
	}

}
