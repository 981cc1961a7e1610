package dev.stampede.autoconfigure;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ParameterizedTypeReference;

import dev.stampede.StampedeOperations;

/**
 * Operations for where protection is off: every call reads the source, and nothing is
 * kept.
 */
final class UnprotectedOperations implements StampedeOperations {

	@Override
	public <T> @Nullable T get(String cacheName, Object key, Class<T> type, Callable<? extends @Nullable T> source) {
		return read(source);
	}

	@Override
	public <T> @Nullable T get(String cacheName, Object key, ParameterizedTypeReference<T> type,
			Callable<? extends @Nullable T> source) {
		return read(source);
	}

	@Override
	public <T> CompletableFuture<@Nullable T> getAsync(String cacheName, Object key, Class<T> type,
			Supplier<? extends CompletionStage<T>> source) {
		return start(source);
	}

	@Override
	public <T> CompletableFuture<@Nullable T> getAsync(String cacheName, Object key, ParameterizedTypeReference<T> type,
			Supplier<? extends CompletionStage<T>> source) {
		return start(source);
	}

	@Override
	public <T> void put(String cacheName, Object key, ParameterizedTypeReference<T> type, @Nullable T value) {
	}

	@Override
	public void put(String cacheName, Object key, @Nullable Object value) {
	}

	@Override
	public void evict(String cacheName, Object key) {
	}

	@Override
	public void clear(String cacheName) {
	}

	private <T> @Nullable T read(Callable<? extends @Nullable T> source) {
		try {
			return source.call();
		}
		catch (Throwable ex) {
			throw this.<RuntimeException>asThrown(ex);
		}
	}

	private static <T> CompletableFuture<@Nullable T> start(Supplier<? extends CompletionStage<T>> source) {
		try {
			return source.get().<@Nullable T>thenApply((value) -> value).toCompletableFuture();
		}
		catch (Throwable ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	@SuppressWarnings("unchecked") // what the source threw reaches the caller as it is
	private <E extends Throwable> RuntimeException asThrown(Throwable ex) throws E {
		throw (E) ex;
	}

}
