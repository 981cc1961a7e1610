package dev.stampede.event;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import dev.stampede.event.CacheStatistics.Incident;
import dev.stampede.store.StorePhase;

/**
 * Listener that counts what happens, for meters and endpoint alike, so that the two never
 * disagree. A hit costs one look into a map and one addition, a near hit the addition
 * alone. Safe for use by several threads.
 *
 * @since 0.1.0
 */
public final class StampedeStatistics implements StampedeListener {

	private final ConcurrentMap<String, CacheStatistics> caches = new ConcurrentHashMap<>();

	private final Tally<StorePhase> storeFailures = new Tally<>(StorePhase.class);

	private final List<Consumer<CacheStatistics>> watchers = new CopyOnWriteArrayList<>();

	/**
	 * Creates statistics in which nothing has happened.
	 */
	public StampedeStatistics() {
	}

	/**
	 * Returns the statistics of a cache, which is known from now on.
	 * @param cacheName the cache
	 * @return its statistics
	 */
	public CacheStatistics cache(String cacheName) {
		CacheStatistics known = this.caches.get(cacheName);
		return (known != null) ? known : begin(cacheName);
	}

	/**
	 * Returns the statistics of all caches known so far.
	 * @return a live view, in no order
	 */
	public Collection<CacheStatistics> caches() {
		return this.caches.values();
	}

	/**
	 * Returns how often the store failed, by the step of the protocol.
	 * @return the counts
	 */
	public Tally<StorePhase> storeFailures() {
		return this.storeFailures;
	}

	/**
	 * Calls a watcher for each cache: first for those that are known, then for each that
	 * becomes known. A cache that becomes known during this call may be told twice.
	 * @param watcher the watcher, called on the thread of the call that makes a cache
	 * known
	 */
	public void watch(Consumer<CacheStatistics> watcher) {
		this.watchers.add(watcher);
		this.caches.values().forEach(watcher);
	}

	@Override
	public void requested(String cacheName, Request result) {
		cache(cacheName).requests().add(result);
	}

	@Override
	public Consumer<Request> requests(String cacheName) {
		return cache(cacheName).requests()::add;
	}

	@Override
	public void sourceRead(String cacheName, SourceRead outcome, long nanos) {
		cache(cacheName).sourceReads().add(outcome);
	}

	@Override
	public void lock(String cacheName, LockOutcome outcome) {
		cache(cacheName).locks().add(outcome);
	}

	@Override
	public void released(String cacheName, LockRelease outcome) {
		cache(cacheName).releases().add(outcome);
	}

	@Override
	public void renewed(String cacheName, Renewal outcome) {
		cache(cacheName).renewals().add(outcome);
	}

	@Override
	public void waited(String cacheName, Wait outcome, long nanos) {
		cache(cacheName).waits().add(outcome);
	}

	@Override
	public void coalesced(String cacheName) {
		cache(cacheName).incidents().add(Incident.COALESCED);
	}

	@Override
	public void decodeFailed(String cacheName) {
		cache(cacheName).incidents().add(Incident.DECODE_FAILURES);
	}

	@Override
	public void writeFailed(String cacheName) {
		cache(cacheName).incidents().add(Incident.WRITE_FAILURES);
	}

	@Override
	public void refreshRejected(String cacheName) {
		cache(cacheName).incidents().add(Incident.REFRESH_REJECTED);
	}

	@Override
	public void storeFailed(String cacheName, StorePhase phase) {
		this.storeFailures.add(phase);
	}

	private CacheStatistics begin(String cacheName) {
		CacheStatistics begun = new CacheStatistics(cacheName);
		CacheStatistics raced = this.caches.putIfAbsent(cacheName, begun);
		if (raced != null) {
			return raced;
		}
		this.watchers.forEach((watcher) -> watcher.accept(begun));
		return begun;
	}

}
