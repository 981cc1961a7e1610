package dev.stampede.cache;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.Cache;
import org.springframework.cache.support.SimpleValueWrapper;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import dev.stampede.engine.StampedeEngine;
import dev.stampede.key.EntryKey;

/**
 * A cache that keeps step with the caller's transaction: it puts and evicts after the
 * commit, and fills after the commit what a loader has read in the transaction, holding
 * the lock until then. Outside of transactions, and where the contract wants an answer at
 * once, it is the cache behind it.
 */
final class TransactionalCache implements Cache {

	private final StampedeCache cache;

	private final StampedeEngine engine;

	TransactionalCache(StampedeCache cache, StampedeEngine engine) {
		this.cache = cache;
		this.engine = engine;
	}

	@Override
	public String getName() {
		return this.cache.getName();
	}

	@Override
	public Object getNativeCache() {
		return this.cache.getNativeCache();
	}

	@Override
	public @Nullable ValueWrapper get(Object key) {
		PendingFill pending = pending(key);
		return (pending != null && pending.hasRead()) ? new SimpleValueWrapper(pending.value()) : this.cache.get(key);
	}

	@Override
	public <T> @Nullable T get(Object key, @Nullable Class<T> type) {
		return this.cache.get(key, type);
	}

	@Override
	@SuppressWarnings("unchecked") // what the same method's loader gave
	public <T> @Nullable T get(Object key, Callable<T> loader) {
		if (!isInTransaction()) {
			return this.cache.get(key, loader);
		}
		PendingFill pending = pending(key);
		if (pending == null) {
			return (T) this.cache.readInTransaction(key, loader, PendingFills.ofTransaction(this.engine));
		}
		if (pending.hasRead()) {
			return (T) pending.value();
		}
		try { // inside the read of this very key
			return loader.call();
		}
		catch (Exception ex) {
			throw new ValueRetrievalException(key, loader, ex);
		}
	}

	@Override
	public CompletableFuture<?> retrieve(Object key) {
		return this.cache.retrieve(key);
	}

	@Override
	public <T> CompletableFuture<T> retrieve(Object key, Supplier<CompletableFuture<T>> loader) {
		return this.cache.retrieve(key, loader);
	}

	@Override
	public void put(Object key, @Nullable Object value) {
		drop(this.cache.entry(key));
		afterCommit(() -> this.cache.put(key, value));
	}

	@Override
	public @Nullable ValueWrapper putIfAbsent(Object key, @Nullable Object value) {
		return this.cache.putIfAbsent(key, value);
	}

	@Override
	public void evict(Object key) {
		drop(this.cache.entry(key));
		afterCommit(() -> this.cache.evict(key));
	}

	@Override
	public boolean evictIfPresent(Object key) {
		drop(this.cache.entry(key));
		return this.cache.evictIfPresent(key);
	}

	@Override
	public void clear() {
		dropAll();
		afterCommit(this.cache::clear);
	}

	@Override
	public boolean invalidate() {
		dropAll();
		return this.cache.invalidate();
	}

	private @Nullable PendingFill pending(Object key) {
		PendingFills fills = PendingFills.current(this.engine);
		return (fills != null) ? fills.get(this.cache.entry(key)) : null;
	}

	private void drop(EntryKey key) {
		PendingFills fills = PendingFills.current(this.engine);
		if (fills != null) {
			fills.drop(key);
		}
	}

	private void dropAll() {
		PendingFills fills = PendingFills.current(this.engine);
		if (fills != null) {
			fills.dropAll(getName());
		}
	}

	private static boolean isInTransaction() {
		return TransactionSynchronizationManager.isSynchronizationActive()
				&& TransactionSynchronizationManager.isActualTransactionActive();
	}

	private static void afterCommit(Runnable action) {
		if (!TransactionSynchronizationManager.isSynchronizationActive()) {
			action.run();
			return;
		}
		TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
			@Override
			public void afterCommit() {
				action.run();
			}
		});
	}

}
