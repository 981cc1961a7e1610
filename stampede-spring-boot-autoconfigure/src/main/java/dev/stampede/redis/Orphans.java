package dev.stampede.redis;

import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.LongSupplier;

import dev.stampede.EntryKey;
import dev.stampede.StoreCommand;

/**
 * Tokens that may be in a lock though nobody knows: the command that would have told was
 * not answered. Each is released again and again until Redis answers or the lock has
 * ended by itself.
 */
final class Orphans {

	private static final int LIMIT = 1000;

	private static final Duration PAUSE = Duration.ofMillis(500);

	private final Map<String, Orphan> tokens = new ConcurrentHashMap<>();

	private final AtomicBoolean scheduled = new AtomicBoolean();

	private final AtomicBoolean releasing = new AtomicBoolean();

	private final Function<StoreCommand.Release, CompletionStage<Boolean>> release;

	private final ScheduledExecutorService scheduler;

	private final LongSupplier ticker;

	Orphans(Function<StoreCommand.Release, CompletionStage<Boolean>> release, ScheduledExecutorService scheduler,
			LongSupplier ticker) {
		this.release = release;
		this.scheduler = scheduler;
		this.ticker = ticker;
	}

	/**
	 * Keeps a token, unless there are too many.
	 * @param key the key of its lock
	 * @param token the token
	 * @param life how long the lock can live
	 */
	void keep(EntryKey key, String token, Duration life) {
		if (this.tokens.size() < LIMIT) {
			this.tokens.put(token, new Orphan(key, this.ticker.getAsLong() + life.toNanos()));
			schedule();
		}
	}

	/**
	 * Sends the release of one token, right behind the command in doubt.
	 * @param key the key of its lock
	 * @param token the token
	 */
	void releaseNow(EntryKey key, String token) {
		this.release.apply(new StoreCommand.Release(key, token)).thenAccept((reply) -> this.tokens.remove(token));
	}

	boolean isEmpty() {
		return this.tokens.isEmpty();
	}

	/**
	 * Releases what is left, one after another, until Redis does not answer.
	 */
	void releaseAll() {
		if (this.releasing.compareAndSet(false, true)) {
			long now = this.ticker.getAsLong();
			this.tokens.values().removeIf((orphan) -> orphan.end - now < 0);
			releaseNext(Map.copyOf(this.tokens).entrySet().iterator())
				.whenComplete((done, failure) -> this.releasing.set(false));
		}
	}

	private CompletionStage<?> releaseNext(Iterator<Map.Entry<String, Orphan>> left) {
		if (!left.hasNext()) {
			return CompletableFuture.completedFuture(true);
		}
		Map.Entry<String, Orphan> next = left.next();
		return this.release.apply(new StoreCommand.Release(next.getValue().key, next.getKey())).thenCompose((reply) -> {
			this.tokens.remove(next.getKey());
			return releaseNext(left);
		});
	}

	private void schedule() {
		if (this.scheduled.compareAndSet(false, true)) {
			try {
				ScheduledFuture<?> unused = this.scheduler.schedule(this::retry, PAUSE.toMillis(),
						TimeUnit.MILLISECONDS);
			}
			catch (RejectedExecutionException ex) {
				this.tokens.clear(); // shut down: the locks end by themselves
			}
		}
	}

	private void retry() {
		this.scheduled.set(false);
		releaseAll();
		if (!isEmpty()) {
			schedule();
		}
	}

	/**
	 * A token in doubt.
	 *
	 * @param key the key of its lock
	 * @param end the ticker's value at which the lock has ended by itself
	 */
	private record Orphan(EntryKey key, long end) {

	}

}
