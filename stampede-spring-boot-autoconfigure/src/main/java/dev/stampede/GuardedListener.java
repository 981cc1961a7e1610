package dev.stampede;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Hands events to the listeners and keeps what they throw away from the call; the first
 * failure of each listener is logged.
 */
final class GuardedListener implements StampedeListener {

	private static final Log logger = LogFactory.getLog(GuardedListener.class);

	private final StampedeListener[] listeners;

	private final Set<StampedeListener> failed = ConcurrentHashMap.newKeySet();

	GuardedListener(List<StampedeListener> listeners) {
		this.listeners = listeners.toArray(StampedeListener[]::new);
	}

	@Override
	public void requested(String cacheName, Request result) {
		// the only event of a hit: no lambda here
		for (StampedeListener listener : this.listeners) {
			try {
				listener.requested(cacheName, result);
			}
			catch (Throwable ex) {
				report(listener, ex);
			}
		}
	}

	@Override
	public void sourceRead(String cacheName, SourceRead outcome, long nanos) {
		each((listener) -> listener.sourceRead(cacheName, outcome, nanos));
	}

	@Override
	public void lock(String cacheName, Lock outcome) {
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

	private void each(Consumer<StampedeListener> event) {
		for (StampedeListener listener : this.listeners) {
			try {
				event.accept(listener);
			}
			catch (Throwable ex) {
				report(listener, ex);
			}
		}
	}

	private void report(StampedeListener listener, Throwable ex) {
		if (this.failed.add(listener)) {
			logger.warn(
					"Listener " + listener.getClass().getName()
							+ " threw an exception; calls are not affected, and its further failures are not logged",
					ex);
		}
	}

}
