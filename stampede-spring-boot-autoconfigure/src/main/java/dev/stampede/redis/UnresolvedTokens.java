package dev.stampede.redis;

import java.time.Duration;
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

import dev.stampede.key.EntryKey;
import dev.stampede.store.StoreCommand;

/**
 * Tokens that may be in a lock though nobody knows: the command that would have told was
 * not answered. Each is released again and again until Redis answers or the lock has
 * ended by itself.
 */
final class UnresolvedTokens {

	private static final int LIMIT = 1000;

	private static final int BATCH = 16;

	private static final Duration PAUSE = Duration.ofMillis(500);

	private final Map<String, Unresolved> tokens = new ConcurrentHashMap<>();

	private final AtomicBoolean scheduled = new AtomicBoolean();

	private final AtomicBoolean releasing = new AtomicBoolean();

	private final Function<StoreCommand.Release, CompletionStage<Boolean>> release;

	private final ScheduledExecutorService scheduler;

	private final LongSupplier ticker;

	UnresolvedTokens(Function<StoreCommand.Release, CompletionStage<Boolean>> release,
			ScheduledExecutorService scheduler, LongSupplier ticker) {
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
			long now = this.ticker.getAsLong();
			this.tokens.put(token, new Unresolved(key, now + life.toNanos(), now, false));
			schedule();
		}
	}

	/**
	 * Sends the release of one token, right behind the command in doubt.
	 * @param token the token
	 */
	void releaseNow(String token) {
		Unresolved unresolved = this.tokens.get(token);
		if (unresolved != null) {
			CompletableFuture<?> unused = release(token, unresolved);
		}
	}

	boolean isEmpty() {
		return this.tokens.isEmpty();
	}

	/**
	 * Releases some of those that are due. One that Redis does not answer is put off, so
	 * that it keeps none of the others, which may be on another server.
	 */
	void releaseAll() {
		if (this.releasing.compareAndSet(false, true)) {
			long now = this.ticker.getAsLong();
			this.tokens.values().removeIf((unresolved) -> unresolved.end - now < 0);
			CompletableFuture<?>[] sent = this.tokens.entrySet()
				.stream()
				.filter((entry) -> entry.getValue().due - now <= 0)
				.limit(BATCH)
				.map((entry) -> release(entry.getKey(), entry.getValue()))
				.toArray(CompletableFuture[]::new);
			CompletableFuture<Void> unused = CompletableFuture.allOf(sent)
				.whenComplete((done, failure) -> this.releasing.set(false));
		}
	}

	// On another connection the release may overtake the command in doubt: where it finds
	// no lock, it is sent once more when that has certainly arrived.
	private CompletableFuture<?> release(String token, Unresolved unresolved) {
		return this.release.apply(new StoreCommand.Release(unresolved.key, token)).handle((gone, failure) -> {
			boolean answered = failure == null;
			if (answered && (gone || unresolved.missed)) {
				this.tokens.remove(token);
			}
			else {
				this.tokens.replace(token, unresolved,
						unresolved.putOff(this.ticker.getAsLong() + PAUSE.toNanos(), answered));
			}
			return answered;
		}).toCompletableFuture();
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
	 * @param due the ticker's value at which to release it
	 * @param missed whether a release found no lock
	 */
	private record Unresolved(EntryKey key, long end, long due, boolean missed) {

		Unresolved putOff(long next, boolean foundNone) {
			return new Unresolved(this.key, this.end, next, foundNone);
		}

	}

}
