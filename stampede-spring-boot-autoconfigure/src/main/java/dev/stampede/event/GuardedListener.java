package dev.stampede.event;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import dev.stampede.store.StorePhase;

/**
 * Listener that hands events to other listeners. What they throw does not reach the call.
 * The first failure of each listener is logged.
 */
final class GuardedListener implements StampedeListener {

	private static final Log logger = LogFactory.getLog(GuardedListener.class);

	private final StampedeListener[] listeners;

	private final AtomicIntegerArray failures;

	GuardedListener(List<StampedeListener> listeners) {
		this.listeners = listeners.toArray(StampedeListener[]::new);
		this.failures = new AtomicIntegerArray(this.listeners.length);
	}

	@Override
	public void requested(String cacheName, Request result) {
		// the only event of a hit: no lambda for each call, here and below
		for (int i = 0; i < this.listeners.length; i++) {
			try {
				this.listeners[i].requested(cacheName, result);
			}
			catch (Throwable ex) {
				report(i, ex);
			}
		}
	}

	@Override
	public Consumer<Request> requests(String cacheName) {
		List<Consumer<Request>> all = new ArrayList<>();
		for (int i = 0; i < this.listeners.length; i++) {
			all.add(requests(i, cacheName));
		}
		return (result) -> {
			for (int i = 0; i < all.size(); i++) {
				try {
					all.get(i).accept(result);
				}
				catch (Throwable ex) {
					report(i, ex);
				}
			}
		};
	}

	@Override
	public void sourceRead(String cacheName, SourceRead outcome, long nanos) {
		each((listener) -> listener.sourceRead(cacheName, outcome, nanos));
	}

	@Override
	public void lock(String cacheName, LockOutcome outcome) {
		each((listener) -> listener.lock(cacheName, outcome));
	}

	@Override
	public void released(String cacheName, LockRelease outcome) {
		each((listener) -> listener.released(cacheName, outcome));
	}

	@Override
	public void renewed(String cacheName, Renewal outcome) {
		each((listener) -> listener.renewed(cacheName, outcome));
	}

	@Override
	public void waited(String cacheName, Wait outcome, long nanos) {
		each((listener) -> listener.waited(cacheName, outcome, nanos));
	}

	@Override
	public void coalesced(String cacheName) {
		each((listener) -> listener.coalesced(cacheName));
	}

	@Override
	public void servedStale(String cacheName, long nanos) {
		each((listener) -> listener.servedStale(cacheName, nanos));
	}

	@Override
	public void decodeFailed(String cacheName) {
		each((listener) -> listener.decodeFailed(cacheName));
	}

	@Override
	public void writeFailed(String cacheName) {
		each((listener) -> listener.writeFailed(cacheName));
	}

	@Override
	public void refreshRejected(String cacheName) {
		each((listener) -> listener.refreshRejected(cacheName));
	}

	@Override
	public void storeFailed(String cacheName, StorePhase phase) {
		each((listener) -> listener.storeFailed(cacheName, phase));
	}

	private Consumer<Request> requests(int index, String cacheName) {
		StampedeListener listener = this.listeners[index];
		try {
			return listener.requests(cacheName);
		}
		catch (Throwable ex) {
			report(index, ex);
			return (result) -> listener.requested(cacheName, result);
		}
	}

	private void each(Consumer<StampedeListener> event) {
		for (int i = 0; i < this.listeners.length; i++) {
			try {
				event.accept(this.listeners[i]);
			}
			catch (Throwable ex) {
				report(i, ex);
			}
		}
	}

	private void report(int index, Throwable ex) {
		if (this.failures.getAndSet(index, 1) == 0) {
			logger.warn(
					"Listener " + this.listeners[index].getClass().getName()
							+ " threw an exception; calls are not affected, and its further failures are not logged",
					ex);
		}
	}

}
