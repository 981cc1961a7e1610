package dev.stampede.cache;

import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.support.SimpleValueWrapper;
import org.springframework.cache.transaction.TransactionAwareCacheDecorator;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import dev.stampede.engine.StampedeEngine;
import dev.stampede.key.EntryKey;

/**
 * A transaction-aware cache. As Spring's decorator it puts and evicts after the commit.
 * What a loader has read in the transaction is stored after the commit too, and the lock
 * is held until then. Outside of transactions, and where the contract wants an answer at
 * once, it is the cache behind it.
 */
final class TransactionalCache extends TransactionAwareCacheDecorator {

	private final StampedeCache cache;

	private final StampedeEngine engine;

	TransactionalCache(StampedeCache cache, StampedeEngine engine) {
		super(cache);
		this.cache = cache;
		this.engine = engine;
	}

	@Override
	public @Nullable ValueWrapper get(Object key) {
		PendingFill pending = pending(key);
		return (pending != null && pending.hasRead()) ? new SimpleValueWrapper(pending.value()) : super.get(key);
	}

	@Override
	@SuppressWarnings("unchecked") // what the same method's loader gave
	public <T> @Nullable T get(Object key, Callable<T> loader) {
		if (!isInTransaction()) {
			return super.get(key, loader);
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
	public void put(Object key, @Nullable Object value) {
		drop(this.cache.entry(key));
		super.put(key, value);
	}

	@Override
	public void evict(Object key) {
		drop(this.cache.entry(key));
		super.evict(key);
	}

	@Override
	public boolean evictIfPresent(Object key) {
		drop(this.cache.entry(key));
		return super.evictIfPresent(key);
	}

	@Override
	public void clear() {
		dropAll();
		super.clear();
	}

	@Override
	public boolean invalidate() {
		dropAll();
		return super.invalidate();
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

}
