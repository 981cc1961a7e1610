package dev.stampede.cache;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

/**
 * Transactions that hold a connection of a small pool from begin to end.
 */
public class PooledTransactionManager extends AbstractPlatformTransactionManager {

	private final Semaphore pool;

	private final AtomicInteger busy = new AtomicInteger();

	private final AtomicInteger peak = new AtomicInteger();

	private final ThreadLocal<Boolean> active = ThreadLocal.withInitial(() -> false);

	/**
	 * Creates a manager.
	 * @param connections the number of connections in the pool
	 */
	public PooledTransactionManager(int connections) {
		this.pool = new Semaphore(connections);
	}

	/**
	 * Returns how many connections were in use at most at the same time.
	 */
	int peak() {
		return this.peak.get();
	}

	@Override
	protected Object doGetTransaction() {
		return this.active;
	}

	@Override
	protected boolean isExistingTransaction(Object transaction) {
		return this.active.get();
	}

	@Override
	protected void doBegin(Object transaction, TransactionDefinition definition) {
		try {
			if (!this.pool.tryAcquire(10, TimeUnit.SECONDS)) {
				throw new CannotCreateTransactionException("No connection");
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new CannotCreateTransactionException("Interrupted", ex);
		}
		this.active.set(true);
		this.peak.accumulateAndGet(this.busy.incrementAndGet(), Math::max);
	}

	@Override
	protected void doCommit(DefaultTransactionStatus status) {
	}

	@Override
	protected void doRollback(DefaultTransactionStatus status) {
	}

	@Override
	protected void doSetRollbackOnly(DefaultTransactionStatus status) {
	}

	@Override
	protected Object doSuspend(Object transaction) {
		this.active.set(false);
		return true;
	}

	@Override
	protected void doResume(@Nullable Object transaction, Object suspended) {
		this.active.set(true);
	}

	@Override
	protected void doCleanupAfterCompletion(Object transaction) {
		this.active.set(false);
		this.busy.decrementAndGet();
		this.pool.release();
	}

}
