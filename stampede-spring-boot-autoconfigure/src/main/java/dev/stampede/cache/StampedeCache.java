package dev.stampede.cache;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.cache.Cache;
import org.springframework.cache.interceptor.CacheOperationInvoker.ThrowableWrapper;
import org.springframework.cache.support.SimpleValueWrapper;

import dev.stampede.OnLose;
import dev.stampede.StampedeException;
import dev.stampede.StampedeStoreException;
import dev.stampede.engine.CallSpec;
import dev.stampede.engine.CallSpecs;
import dev.stampede.engine.DefaultValues;
import dev.stampede.engine.SourceCall;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.key.EntryKey;
import dev.stampede.policy.RefreshMode;
import dev.stampede.policy.StampedePolicy;

/**
 * A cache on protected entries, as one call of a method sees it, or as code sees it that
 * is in no such call.
 */
final class StampedeCache implements Cache {

	private static final Log logger = LogFactory.getLog(StampedeCache.class);

	private final String name;

	private final StampedeEngine engine;

	private final CacheValues values;

	private final @Nullable CachedInvocation invocation;

	StampedeCache(String name, StampedeEngine engine, CallSpecs specs, @Nullable CachedInvocation invocation) {
		this.name = name;
		this.engine = engine;
		this.values = new CacheValues(name, specs, (invocation != null) ? invocation.method() : null);
		this.invocation = invocation;
	}

	@Override
	public String getName() {
		return this.name;
	}

	@Override
	public Object getNativeCache() {
		return this.engine;
	}

	@Override
	public @Nullable ValueWrapper get(Object key) {
		return isBeingFilled(key) ? null : this.engine.find(this.values.spec(), entry(key),
				(value) -> new SimpleValueWrapper(this.values.loaded(value)));
	}

	@Override
	@SuppressWarnings("unchecked") // the codec, or this method, has checked it
	public <T> @Nullable T get(Object key, @Nullable Class<T> type) {
		ValueWrapper found = this.engine.find(this.values.specFor(type), entry(key),
				(value) -> new SimpleValueWrapper(this.values.loaded(value)));
		Object value = (found != null) ? found.get() : null;
		if (value != null && type != null && !type.isInstance(value)) {
			throw new IllegalStateException("A value of the cache '" + this.name + "' is a "
					+ value.getClass().getName() + ", not a " + type.getName());
		}
		return (T) value;
	}

	@Override
	@SuppressWarnings("unchecked") // what the loader gives, or an entry of the same type
	public <T> @Nullable T get(Object key, Callable<T> loader) {
		LoaderSource source = new LoaderSource(loader, this.values);
		try {
			return (T) this.values
				.loaded(isBeingFilled(key) ? source.read() : this.engine.call(this.values.spec(), entry(key), source));
		}
		catch (StampedeStoreException ex) {
			throw ex;
		}
		catch (Throwable ex) {
			// ours too: an error handler of the application must not let losers read
			throw source.failed(key, ex, this.invocation != null);
		}
	}

	/**
	 * Loads in the caller's transaction, which the fill waits for.
	 * @param key the key
	 * @param loader the loader
	 * @param fills what the transaction has read before
	 * @return the value
	 */
	@Nullable Object readInTransaction(Object key, Callable<?> loader, PendingFills fills) {
		LoaderSource source = new LoaderSource(loader, this.values);
		try {
			return new TransactionalRead(this.engine, this.values.spec(), fills).read(entry(key), source);
		}
		catch (StampedeStoreException ex) {
			throw ex;
		}
		catch (Throwable ex) {
			throw source.failed(key, ex, this.invocation != null);
		}
	}

	@Override
	public CompletableFuture<?> retrieve(Object key) {
		return this.engine.findAsync(this.values.spec(), entry(key),
				(value) -> new SimpleValueWrapper(this.values.loaded(value)));
	}

	@Override
	@SuppressWarnings("unchecked") // what the loader gives, or an entry of the same type
	public <T> CompletableFuture<T> retrieve(Object key, Supplier<CompletableFuture<T>> loader) {
		return (CompletableFuture<T>) (CompletableFuture<?>) this.engine.callAsync(this.values.spec(), entry(key),
				new FutureSource(loader, this.values));
	}

	@Override
	public void put(Object key, @Nullable Object value) {
		if (this.invocation == null || this.invocation.method().puts()) {
			store(key, value);
			return;
		}
		if (isBeingFilled(key)) {
			return;
		}
		try {
			store(key, value);
		}
		catch (RuntimeException ex) { // the end of a miss: the value was read for a
										// caller
			logger.debug("A value of cache '" + this.name + "' was read and not stored", ex);
		}
	}

	@Override
	public @Nullable ValueWrapper putIfAbsent(Object key, @Nullable Object value) {
		CallSpec<Object> spec = this.values.specOf(value);
		GivenSource source = new GivenSource(this.values.stored(value));
		Object present;
		try {
			present = this.engine.call(new CallSpec<>(this.name, waiting(spec.policy()), spec.codec()), entry(key),
					source);
		}
		catch (RuntimeException | Error ex) {
			throw ex;
		}
		catch (Throwable ex) {
			throw new IllegalStateException(ex); // no source that could throw it
		}
		return source.isRead() ? null : new SimpleValueWrapper(this.values.loaded(present));
	}

	@Override
	public void evict(Object key) {
		this.engine.evict(entry(key));
	}

	@Override
	public boolean evictIfPresent(Object key) {
		return this.engine.evict(entry(key));
	}

	@Override
	public void clear() {
		this.engine.clear(this.name);
	}

	@Override
	public boolean invalidate() {
		return this.engine.clear(this.name);
	}

	EntryKey entry(Object key) {
		return EntryKeys.of(this.name, key, this.invocation);
	}

	// by the read that this thread is in, which will store what it returns
	private boolean isBeingFilled(Object key) {
		return this.engine.isReading(entry(key));
	}

	private void store(Object key, @Nullable Object value) {
		this.engine.put(this.values.specOf(value), entry(key), this.values.stored(value));
	}

	// nobody but the winner may answer with something else than the entry
	private static StampedePolicy waiting(StampedePolicy policy) {
		return policy.toBuilder().onLose(OnLose.POLL).earlyRefreshBeta(0.0).refresh(RefreshMode.INLINE).build();
	}

	/**
	 * A value at hand as a source, which knows whether it was used.
	 */
	private static final class GivenSource implements SourceCall.Blocking<Object> {

		private final @Nullable Object value;

		private volatile boolean read;

		GivenSource(@Nullable Object value) {
			this.value = value;
		}

		@Override
		public @Nullable Object read() {
			this.read = true;
			return this.value;
		}

		@Override
		public @Nullable Object defaultValue(StampedeException reason) {
			throw reason;
		}

		boolean isRead() {
			return this.read;
		}

	}

	/**
	 * A loader that does not block, as a source.
	 *
	 * @param loader the loader
	 * @param values the values of the cache
	 */
	private record FutureSource(Supplier<? extends CompletableFuture<?>> loader,
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

}
