package dev.stampede.cache;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

import org.jspecify.annotations.Nullable;

import dev.stampede.StampedeInterruptedException;
import dev.stampede.engine.CallSpec;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.key.EntryKey;

/**
 * A protected call in a transaction. The engine makes it without blocking, so that its
 * read may last as long as the transaction; the caller waits until it is answered or has
 * won, and then reads on its own thread.
 */
final class TransactionalRead {

	private final StampedeEngine engine;

	private final CallSpec<Object> spec;

	private final PendingFill.EarlyCodec codec;

	private final PendingFills fills;

	TransactionalRead(StampedeEngine engine, CallSpec<Object> spec, PendingFills fills) {
		this.engine = engine;
		this.codec = new PendingFill.EarlyCodec(spec.codec());
		this.spec = new CallSpec<>(spec.cacheName(), spec.policy().refreshingInline(), this.codec);
		this.fills = fills;
	}

	@Nullable Object read(EntryKey key, LoaderSource loader) throws Throwable {
		PendingFill fill = new PendingFill(loader);
		CompletableFuture<@Nullable Object> answer = this.engine.callAsync(this.spec, key, fill);
		await(CompletableFuture.anyOf(fill.won(), answer), answer, key);
		if (!fill.won().isDone()) {
			return loader.values().loaded(await(answer, answer, key));
		}
		this.fills.add(key, fill);
		try {
			return fill.load(this.codec);
		}
		catch (Throwable ex) {
			if (ex instanceof InterruptedException || ex instanceof CancellationException
					|| Thread.currentThread().isInterrupted()) {
				this.fills.drop(key);
				throw ex;
			}
			this.fills.drop(key, ex);
			// a copy may stand in
			return loader.values().loaded(await(answer, answer, key));
		}
	}

	private static @Nullable Object await(CompletableFuture<? extends @Nullable Object> awaited,
			CompletableFuture<?> answer, EntryKey key) throws Throwable {
		try {
			return awaited.get();
		}
		catch (ExecutionException ex) {
			throw (ex.getCause() != null) ? ex.getCause() : ex;
		}
		catch (InterruptedException ex) {
			answer.cancel(true);
			Thread.currentThread().interrupt();
			throw new StampedeInterruptedException(
					"Interrupted while waiting for another caller's read of cache '" + key.cacheName() + "'");
		}
	}

}
