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
 * Runs calls on their callers' own threads, with everything that is bound to them:
 * transaction, security, logging context.
 */
final class BlockingCall {

	private static final Log logger = LogFactory.getLog(BlockingCall.class);

	private final EngineContext engine;

	BlockingCall(EngineContext engine) {
		this.engine = engine;
	}

	<T> @Nullable T run(CallSpec<T> spec, EntryKey key, SourceCall.Blocking<T> source, boolean background)
			throws Throwable {
		Parking parking = new Parking(Thread.currentThread());
		Call<T> call = new Call<>(this.engine, spec, key, source, parking, background);
		CallPath<T> path = new CallPath<>(this.engine, call);
		try {
			path.start();
			while (call.step() != Step.DONE) {
				switch (call.step()) {
					case COMMAND -> execute(call, path);
					case SOURCE -> read(call, path, source);
					case AWAIT -> await(call, path, parking);
					case DONE -> {
					}
				}
			}
		}
		finally {
			path.abandon();
		}
		return call.answer();
	}

	static <T> void refresh(EngineContext engine, CallSpec<T> spec, EntryKey key, SourceCall.Blocking<T> source) {
		try {
			new BlockingCall(engine).run(spec, key, source, true);
		}
		catch (Throwable ex) {
			logger.debug("A background refresh of cache '" + key.cacheName() + "' failed", ex);
		}
	}

	private <T> void execute(Call<T> call, CallPath<T> path) {
		boolean interrupted = path.isShielded() && Thread.interrupted();
		Object reply;
		try {
			reply = this.engine.store().execute(call.command());
		}
		catch (StampedeException ex) {
			path.failed(ex);
			return;
		}
		catch (RuntimeException | Error ex) {
			if (ex instanceof Error && !path.isShielded()) {
				throw ex;
			}
			path.failed(new StampedeStoreException("The store failed in an unexpected way", ex));
			return;
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
		path.replied(reply);
	}

	private <T> void read(Call<T> call, CallPath<T> path, SourceCall.Blocking<T> source) {
		long start = this.engine.now();
		T value;
		StampedeObserver.Observed observed = call.beginReading();
		StampedeObserver.Scope scope = observed.open();
		this.engine.nesting().enter(call.key());
		try {
			value = source.read();
		}
		catch (Throwable ex) {
			boolean cancelled = isInterruption(ex);
			scope.close();
			observed.ended(SourceRead.failed(cancelled), ex, null);
			path.sourceFailed(ex, cancelled, this.engine.now() - start);
			return;
		}
		finally {
			this.engine.nesting().leave();
		}
		scope.close();
		observed.ended(SourceRead.SUCCESS, null, null);
		path.sourceRead(value, this.engine.now() - start);
	}

	private <T> void await(Call<T> call, CallPath<T> path, Parking parking) {
		while (!parking.consumeSignal()) {
			long rest = call.awaitUntil() - this.engine.now();
			if (rest <= 0) {
				break;
			}
			if (Thread.currentThread().isInterrupted()) {
				path.interrupted(new StampedeInterruptedException(
						"Interrupted while waiting for another caller's read of cache '" + call.cacheName() + "'"));
				return;
			}
			LockSupport.parkNanos(parking, rest);
		}
		path.awoken();
	}

	private static boolean isInterruption(Throwable ex) {
		return ex instanceof InterruptedException || ex instanceof CancellationException
				|| Thread.currentThread().isInterrupted();
	}

	/** Where a caller's thread waits; a signal that comes too early is kept. */
	private static final class Parking implements Waker {

		private final Thread thread;

		private volatile boolean signalled;

		private Parking(Thread thread) {
			this.thread = thread;
		}

		@Override
		public void wake() {
			this.signalled = true;
			LockSupport.unpark(this.thread);
		}

		private boolean consumeSignal() {
			if (!this.signalled) {
				return false;
			}
			// a signal between these lines is about a state that is looked at after them
			this.signalled = false;
			return true;
		}

	}

}
