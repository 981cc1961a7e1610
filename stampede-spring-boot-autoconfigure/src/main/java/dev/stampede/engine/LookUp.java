package dev.stampede.engine;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.stampede.StampedeException;
import dev.stampede.StampedeStoreException;
import dev.stampede.event.StampedeListener;
import dev.stampede.key.EntryKey;
import dev.stampede.store.Entry;
import dev.stampede.store.StoreCommand;

/**
 * A plain look at an entry, with no flight and no lock.
 *
 * @param <T> the type of the value
 * @param <R> the type of the answer
 */
final class LookUp<T, R> {

	private final EngineContext engine;

	private final CallSpec<T> spec;

	private final Function<@Nullable T, R> found;

	LookUp(EngineContext engine, CallSpec<T> spec, Function<@Nullable T, R> found) {
		this.engine = engine;
		this.spec = spec;
		this.found = found;
	}

	@Nullable R find(EntryKey key) {
		NearCache.Entry near = this.engine.near().serve(this.spec, key);
		if (near != null) {
			return answer(near);
		}
		NearCache.Reservation place = this.engine.near().reserve(this.spec, key);
		try {
			return answer(this.engine.store().execute(new StoreCommand.Read(key)), place);
		}
		catch (StampedeStoreException ex) {
			return nothing(ex);
		}
		finally {
			giveUp(place);
		}
	}

	CompletableFuture<@Nullable R> findAsync(EntryKey key) {
		NearCache.Entry near = this.engine.near().serve(this.spec, key);
		if (near != null) {
			return CompletableFuture.completedFuture(answer(near));
		}
		NearCache.Reservation place = this.engine.near().reserve(this.spec, key);
		return this.engine.store()
			.executeAsync(new StoreCommand.Read(key))
			.<@Nullable R>handleAsync((entry, ex) -> answer(entry, ex, place), this.engine.turns())
			.toCompletableFuture();
	}

	// however it ends, and though nobody may wait for it any more
	private @Nullable R answer(Entry entry, @Nullable Throwable ex, NearCache.@Nullable Reservation place) {
		try {
			return (ex != null) ? nothing(ex) : answer(entry, place);
		}
		finally {
			giveUp(place);
		}
	}

	@SuppressWarnings("unchecked") // an equal codec is of the same type
	private R answer(NearCache.Entry near) {
		return this.found.apply((T) near.value());
	}

	private @Nullable R answer(Entry entry, NearCache.@Nullable Reservation place) {
		if (entry.isFresh(this.engine.now())) {
			try {
				T value = entry.nullValue() ? null : this.spec.codec().decode(entry.payload());
				if (place != null) {
					place.take(this.spec.codec(), value, entry.freshUntil());
				}
				this.engine.events().requested(this.spec.cacheName(), StampedeListener.Request.HIT);
				return this.found.apply(value);
			}
			catch (RuntimeException ex) {
				this.engine.events().decodeFailed(this.spec.cacheName());
				this.engine.warnings().reportUndecodable(this.spec.cacheName(), ex);
			}
		}
		this.engine.events().requested(this.spec.cacheName(), StampedeListener.Request.BYPASSED);
		return null;
	}

	// of no effect on a place that was taken
	private static void giveUp(NearCache.@Nullable Reservation place) {
		if (place != null) {
			place.giveUp();
		}
	}

	private @Nullable R nothing(Throwable ex) {
		Throwable cause = (ex instanceof CompletionException && ex.getCause() != null) ? ex.getCause() : ex;
		if (cause instanceof StampedeStoreException && this.engine.failsOpen()) {
			this.engine.events().requested(this.spec.cacheName(), StampedeListener.Request.BYPASSED);
			return null;
		}
		this.engine.events().requested(this.spec.cacheName(), StampedeListener.Request.ERROR);
		throw (cause instanceof StampedeException known) ? known : StampedeStoreException.unexpected(cause);
	}

}
