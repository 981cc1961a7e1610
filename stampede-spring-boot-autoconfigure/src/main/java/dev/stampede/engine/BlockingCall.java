package dev.stampede.engine;

import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.LockSupport;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import dev.stampede.StampedeException;
import dev.stampede.StampedeInterruptedException;
import dev.stampede.StampedeStoreException;
import dev.stampede.event.StampedeListener.SourceRead;
import dev.stampede.event.StampedeObserver;
import dev.stampede.key.EntryKey;

/**
 * Driver of one call on its caller's own thread, with everything that is bound to that:
 * transaction, security, logging context. A signal that comes before the wait is kept.
 *
 * @param <T> the type of the value
 */
final class BlockingCall<T> implements Waker {

	private static final Log logger = LogFactory.getLog(BlockingCall.class);

	private final EngineContext engine;

	private final SourceCall.Blocking<T> source;

	private final Thread thread = Thread.currentThread();

	private final Call<T> call;

	private final CallPath<T> path;

	private volatile boolean signalled;

	BlockingCall(EngineContext engine, CallSpec<T> spec, EntryKey key, SourceCall.Blocking<T> source,
			boolean background) {
		this.engine = engine;
		this.source = source;
		this.call = new Call<>(engine, spec, key, source, this, background);
		this.path = new CallPath<>(engine, this.call);
	}

	/**
	 * Runs the call to its end.
	 * @return the answer
	 * @throws Throwable what the caller gets instead
	 */
	@Nullable T run() throws Throwable {
		try {
			this.path.start();
			while (this.call.step() != Step.DONE) {
				switch (this.call.step()) {
					case COMMAND -> execute();
					case SOURCE -> read();
					case AWAIT -> await();
					case DONE -> {
					}
				}
			}
		}
		finally {
			this.path.abandon();
		}
		return this.call.answer();
	}

	static <T> void refresh(EngineContext engine, CallSpec<T> spec, EntryKey key, SourceCall.Blocking<T> source) {
		try {
			new BlockingCall<>(engine, spec, key, source, true).run();
		}
		catch (Throwable ex) {
			logger.debug("A background refresh of cache '" + key.cacheName() + "' failed", ex);
		}
	}

	@Override
	public void wake() {
		this.signalled = true;
		LockSupport.unpark(this.thread);
	}

	private void execute() {
		boolean interrupted = this.path.isShielded() && Thread.interrupted();
		Object reply;
		try {
			reply = this.engine.store().execute(this.call.command());
		}
		catch (StampedeException ex) {
			this.path.failed(ex);
			return;
		}
		catch (RuntimeException | Error ex) {
			if (ex instanceof Error && !this.path.isShielded()) {
				throw ex;
			}
			this.path.failed(StampedeStoreException.unexpected(ex));
			return;
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
		this.path.replied(reply);
	}

	private void read() {
		long start = this.engine.now();
		T value;
		StampedeObserver.Observed observed = this.call.beginReading();
		StampedeObserver.Scope scope = observed.open();
		this.engine.reentrancy().enter(this.call.key());
		try {
			value = this.source.read();
		}
		catch (Throwable ex) {
			boolean cancelled = isInterruption(ex);
			scope.close();
			observed.ended(SourceRead.failed(cancelled), ex, null);
			this.path.sourceFailed(ex, cancelled, this.engine.now() - start);
			return;
		}
		finally {
			this.engine.reentrancy().leave();
		}
		scope.close();
		observed.ended(SourceRead.SUCCESS, null, null);
		this.path.sourceRead(value, this.engine.now() - start);
	}

	private void await() {
		while (!consumeSignal()) {
			long rest = this.call.awaitUntil() - this.engine.now();
			if (rest <= 0) {
				break;
			}
			if (Thread.currentThread().isInterrupted()) {
				this.path.interrupted(new StampedeInterruptedException(
						"Interrupted while waiting for another caller's read of cache '" + this.call.cacheName()
								+ "'"));
				return;
			}
			LockSupport.parkNanos(this, rest);
		}
		this.path.awoken();
	}

	private boolean consumeSignal() {
		if (!this.signalled) {
			return false;
		}
		// a signal between these lines is about a state that is looked at after them
		this.signalled = false;
		return true;
	}

	private static boolean isInterruption(Throwable ex) {
		return ex instanceof InterruptedException || ex instanceof CancellationException
				|| Thread.currentThread().isInterrupted();
	}

}
