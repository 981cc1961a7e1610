package dev.stampede.event;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import dev.stampede.event.CacheStatistics.Incident;
import dev.stampede.store.StorePhase;

/**
 * Listener that counts what happens, for meters and endpoint alike, so that the two never
 * disagree. A hit costs one look into a map and one addition, a near hit the addition
 * alone. Caches that nobody declared are told apart up to a limit, since each is dozens
 * of time series. Safe for use by several threads.
 *
 * @since 0.1.0
 */
public final class StampedeStatistics implements StampedeListener {

	/**
	 * How many caches that nobody declared are told apart.
	 */
	public static final int MAX_UNDECLARED = 100;

	/**
	 * What all further ones are counted as; no cache can have this name.
	 */
	public static final String OTHERS = "::others";

	private static final Log logger = LogFactory.getLog(StampedeStatistics.class);

	private final ConcurrentMap<String, CacheStatistics> caches = new ConcurrentHashMap<>();

	private final AtomicInteger undeclared = new AtomicInteger();

	private final Tally<StorePhase> storeFailures = new Tally<>(StorePhase.class);

	private final List<Consumer<CacheStatistics>> watchers = new CopyOnWriteArrayList<>();

	/**
	 * Creates statistics in which nothing has happened.
	 */
	public StampedeStatistics() {
	}

	/**
	 * Returns the statistics of a cache that is declared by this call, and so is told
	 * apart from now on.
	 * @param cacheName the cache
	 * @return its statistics
	 */
	public CacheStatistics cache(String cacheName) {
		CacheStatistics known = this.caches.get(cacheName);
		return (known != null) ? known : begin(cacheName);
	}

	/**
	 * Returns where the calls of a cache are counted.
	 * @param cacheName the cache
	 * @return its statistics, or those of all {@link #OTHERS}
	 */
	public CacheStatistics counted(String cacheName) {
		CacheStatistics known = this.caches.get(cacheName);
		return (known != null) ? known : beginUndeclared(cacheName);
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
		counted(cacheName).requests().add(result);
	}

	@Override
	public Consumer<Request> requests(String cacheName) {
		return counted(cacheName).requests()::add;
	}

	@Override
	public void sourceRead(String cacheName, SourceRead outcome, long nanos) {
		counted(cacheName).sourceReads().add(outcome);
	}

	@Override
	public void lock(String cacheName, LockOutcome outcome) {
		counted(cacheName).locks().add(outcome);
	}

	@Override
	public void released(String cacheName, LockRelease outcome) {
		counted(cacheName).releases().add(outcome);
	}

	@Override
	public void renewed(String cacheName, Renewal outcome) {
		counted(cacheName).renewals().add(outcome);
	}

	@Override
	public void waited(String cacheName, Wait outcome, long nanos) {
		counted(cacheName).waits().add(outcome);
	}

	@Override
	public void coalesced(String cacheName) {
		counted(cacheName).incidents().add(Incident.COALESCED);
	}

	@Override
	public void decodeFailed(String cacheName) {
		counted(cacheName).incidents().add(Incident.DECODE_FAILURES);
	}

	@Override
	public void writeFailed(String cacheName) {
		counted(cacheName).incidents().add(Incident.WRITE_FAILURES);
	}

	@Override
	public void refreshRejected(String cacheName) {
		counted(cacheName).incidents().add(Incident.REFRESH_REJECTED);
	}

	@Override
	public void storeFailed(String cacheName, StorePhase phase) {
		this.storeFailures.add(phase);
	}

	private CacheStatistics beginUndeclared(String cacheName) {
		if (this.undeclared.get() > MAX_UNDECLARED) {
			return cache(OTHERS);
		}
		int number = this.undeclared.incrementAndGet();
		if (number <= MAX_UNDECLARED) {
			return begin(cacheName);
		}
		if (number == MAX_UNDECLARED + 1) {
			logger.warn("More than " + MAX_UNDECLARED + " cache names that no method and no property declares: the "
					+ "calls of further ones are counted, in meters and endpoint, as those of the cache '" + OTHERS
					+ "'. If the names are made of tenants or the like, put these into the key");
		}
		return cache(OTHERS);
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
