package dev.stampede.cache;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;

import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import dev.stampede.engine.StampedeEngine;
import dev.stampede.key.EntryKey;

/**
 * Fills of one transaction: values that it has read and not yet stored, bound to it. They
 * are stored after its commit and given up after a rollback.
 */
final class PendingFills implements TransactionSynchronization {

	private final StampedeEngine engine;

	private final Map<EntryKey, PendingFill> fills = new LinkedHashMap<>();

	private PendingFills(StampedeEngine engine) {
		this.engine = engine;
	}

	static @Nullable PendingFills current(StampedeEngine engine) {
		return (PendingFills) TransactionSynchronizationManager.getResource(engine);
	}

	static PendingFills ofTransaction(StampedeEngine engine) {
		PendingFills current = current(engine);
		if (current == null) {
			current = new PendingFills(engine);
			TransactionSynchronizationManager.registerSynchronization(current);
			TransactionSynchronizationManager.bindResource(engine, current);
		}
		return current;
	}

	@Nullable PendingFill get(EntryKey key) {
		return this.fills.get(key);
	}

	void add(EntryKey key, PendingFill fill) {
		this.fills.put(key, fill);
	}

	/**
	 * Gives up a fill, since its value is no longer right.
	 * @param key the key
	 */
	void drop(EntryKey key) {
		drop(key, new CancellationException("What was read is no longer to be stored"));
	}

	void drop(EntryKey key, Throwable reason) {
		PendingFill fill = this.fills.remove(key);
		if (fill != null) {
			fill.fail(reason);
		}
	}

	void dropAll(String cacheName) {
		List<EntryKey> keys = new ArrayList<>(this.fills.keySet());
		keys.stream().filter((key) -> key.cacheName().equals(cacheName)).forEach(this::drop);
	}

	@Override
	public void suspend() {
		TransactionSynchronizationManager.unbindResource(this.engine);
	}

	@Override
	public void resume() {
		TransactionSynchronizationManager.bindResource(this.engine, this);
	}

	@Override
	public void afterCommit() {
		this.fills.values().forEach(PendingFill::complete);
	}

	@Override
	public void afterCompletion(int status) {
		TransactionSynchronizationManager.unbindResourceIfPossible(this.engine);
		// after a commit too: what another does after it may have thrown first
		this.fills.values().forEach((status == STATUS_COMMITTED) ? PendingFill::complete : PendingFill::giveUp);
	}

}
