package dev.stampede;

import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

/**
 * The engine.
 */
final class DefaultStampedeEngine implements StampedeEngine {

	DefaultStampedeEngine(StampedeEngineBuilder builder) {
	}

	@Override
	public <T> @Nullable T call(CallSpec<T> spec, EntryKey key, SourceCall.Blocking<T> source) throws Throwable {
		return source.read();
	}

	@Override
	public <T> CompletableFuture<@Nullable T> callAsync(CallSpec<T> spec, EntryKey key, SourceCall.Async<T> source) {
		throw new UnsupportedOperationException();
	}

	@Override
	public void bypassed(String cacheName) {
	}

	@Override
	public <T> void put(CallSpec<T> spec, EntryKey key, @Nullable T value) {
	}

	@Override
	public void evict(EntryKey key) {
	}

	@Override
	public void clear(String cacheName) {
	}

	@Override
	public int flights(String cacheName) {
		return 0;
	}

	@Override
	public void close() {
	}

}
