package dev.stampede;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * A plain look at an entry, with no flight and no lock.
 *
 * @param <T> the type of the value
 * @param <R> the type of the answer
 */
final class LookUp<T, R> {

	private final Engine engine;

	private final CallSpec<T> spec;

	private final Function<@Nullable T, R> found;

	LookUp(Engine engine, CallSpec<T> spec, Function<@Nullable T, R> found) {
		this.engine = engine;
		this.spec = spec;
		this.found = found;
	}

	@Nullable R find(EntryKey key) {
		try {
			return answer(this.engine.store().execute(new StoreCommand.Read(key)));
		}
		catch (StampedeStoreException ex) {
			return nothing(ex);
		}
	}

	CompletableFuture<@Nullable R> findAsync(EntryKey key) {
		return this.engine.store()
			.executeAsync(new StoreCommand.Read(key))
			.toCompletableFuture()
			.<@Nullable R>handleAsync((entry, ex) -> (ex != null) ? nothing(ex) : answer(entry),
					this.engine.executor());
	}

	private @Nullable R answer(Entry entry) {
		if (entry.isFresh(this.engine.now())) {
			try {
				T value = entry.nullValue() ? null : this.spec.codec().decode(entry.payload());
				this.engine.events().requested(this.spec.cacheName(), StampedeListener.Request.HIT);
				return this.found.apply(value);
			}
			catch (RuntimeException ex) {
				this.engine.events().decodeFailed(this.spec.cacheName());
				this.engine.reportUndecodable(this.spec.cacheName(), ex);
			}
		}
		this.engine.events().requested(this.spec.cacheName(), StampedeListener.Request.BYPASSED);
		return null;
	}

	private @Nullable R nothing(Throwable ex) {
		Throwable cause = (ex instanceof CompletionException && ex.getCause() != null) ? ex.getCause() : ex;
		if (cause instanceof StampedeStoreException && this.engine.failsOpen()) {
			this.engine.events().requested(this.spec.cacheName(), StampedeListener.Request.BYPASSED);
			return null;
		}
		this.engine.events().requested(this.spec.cacheName(), StampedeListener.Request.ERROR);
		throw (cause instanceof StampedeException known) ? known
				: new StampedeStoreException("The store failed in an unexpected way", cause);
	}

}
