package dev.stampede.redis;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.RedisConnectionFailureException;

/**
 * A connection made at first use. Callers that meet share one attempt, so that a server
 * that does not answer costs each of them one time limit, not one after another.
 *
 * @param <C> what is connected
 */
final class Link<C> {

	private final Supplier<C> connector;

	private final Duration limit;

	private final AtomicReference<@Nullable CompletableFuture<C>> attempt = new AtomicReference<>();

	Link(Supplier<C> connector, Duration limit) {
		this.connector = connector;
		this.limit = limit;
	}

	/**
	 * Returns the connection; the first caller makes it on its own thread.
	 * @return the connection
	 */
	C get() {
		CompletableFuture<C> made = async(Runnable::run);
		try {
			return made.isDone() ? made.get() : made.get(this.limit.toNanos(), TimeUnit.NANOSECONDS);
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
	 * Returns the connection to come; the first caller has it made by the executor.
	 * @param executor where connecting may block
	 * @return the connection
	 */
	CompletableFuture<C> async(Executor executor) {
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
			executor.execute(() -> connect(mine));
		}
		catch (RejectedExecutionException ex) {
			fail(mine, ex);
		}
		return mine;
	}

	private void connect(CompletableFuture<C> mine) {
		try {
			mine.complete(this.connector.get());
		}
		catch (RuntimeException | LinkageError ex) {
			fail(mine, ex);
		}
	}

	private void fail(CompletableFuture<C> mine, Throwable failure) {
		this.attempt.compareAndSet(mine, null);
		mine.completeExceptionally(failure);
	}

}
