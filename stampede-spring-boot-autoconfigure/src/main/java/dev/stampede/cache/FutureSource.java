package dev.stampede.cache;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.interceptor.CacheOperationInvoker.ThrowableWrapper;

import dev.stampede.StampedeException;
import dev.stampede.engine.DefaultValues;
import dev.stampede.engine.SourceCall;

/**
 * A loader that does not block, as a source.
 *
 * @param loader the loader
 * @param values the values of the cache
 */
record FutureSource(Supplier<? extends CompletableFuture<?>> loader,
		CacheValues values) implements SourceCall.Async<Object> {

	@Override
	public CompletionStage<? extends @Nullable Object> read() {
		try {
			return this.loader.get();
		}
		catch (ThrowableWrapper ex) {
			return CompletableFuture.failedFuture(ex.getOriginal());
		}
	}

	@Override
	public CompletionStage<? extends @Nullable Object> defaultValue(StampedeException reason) {
		return CompletableFuture.completedStage(DefaultValues.fitting(this.values.type()));
	}

}
