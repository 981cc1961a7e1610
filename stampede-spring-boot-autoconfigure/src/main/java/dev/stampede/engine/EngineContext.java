package dev.stampede.engine;

import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import dev.stampede.LoserStrategy;
import dev.stampede.OnLose;
import dev.stampede.event.StampedeListener;
import dev.stampede.event.StampedeObserver;
import dev.stampede.key.EntryKey;
import dev.stampede.policy.RedisFailureMode;
import dev.stampede.policy.StampedePolicy;
import dev.stampede.store.Entry;
import dev.stampede.store.EntryStore;
import dev.stampede.store.Filling;
import dev.stampede.store.UnstorableValueException;

/**
 * Context that the calls of one engine share: the store, the open flights, time, chance
 * and executors. Safe for use by several threads.
 */
final class EngineContext {

	private static final Log logger = LogFactory.getLog(EngineContext.class);

	private final EntryStore store;

	private final Map<OnLose, LoserStrategy> strategies;

	private final StampedeListener events;

	private final StampedeObserver observer;

	private final LongSupplier ticker;

	private final Timers timers;

	private final Executor executor;

	private final Executor turns;

	private final Executor refreshExecutor;

	private final RandomGenerator random;

	private final boolean coalesceReads;

	private final RedisFailureMode failureMode;

	private final Predicate<Throwable> refusals;

	private final PollBackoff backoff;

	private final FlightTable flights;

	private final Lease.Services leases;

	private final BackgroundRefresh backgroundRefresh;

	private final ReadBulkhead bulkhead = new ReadBulkhead();

	private final Reentrancy reentrancy = new Reentrancy();

	private final RecentLockStates lockStates;

	private final NearCaches near;

	private final Warnings warnings;

	private volatile boolean closing;

	private volatile boolean closed;

	EngineContext(EngineSettings settings, BackgroundRefresh backgroundRefresh) {
		this.store = settings.store();
		this.strategies = settings.strategies();
		this.events = StampedeListener.of(settings.listeners());
		this.observer = StampedeObserver.guarded(settings.observer());
		this.ticker = settings.ticker();
		this.timers = new Timers(settings.ticker(), settings.scheduler());
		this.executor = settings.executor();
		this.turns = new TurnExecutor(this.executor, this.timers);
		this.refreshExecutor = settings.refreshExecutor();
		this.backgroundRefresh = backgroundRefresh;
		this.random = settings.random();
		this.coalesceReads = settings.coalesceReads();
		this.failureMode = settings.failureMode();
		this.refusals = settings.refusals();
		this.backoff = new PollBackoff(settings.pollInterval(), settings.pollIntervalMax(), settings.random());
		this.flights = settings.flights().get();
		this.lockStates = new RecentLockStates(this.timers, this.backoff);
		this.warnings = new Warnings(settings.ticker());
		this.near = new NearCaches(settings.nearStorage(), settings.ticker(), this.events);
		this.leases = new Lease.Services(this.store, this.timers, this::tellRenewed);
	}

	EntryStore store() {
		return this.store;
	}

	StampedeListener events() {
		return this.events;
	}

	StampedeObserver observer() {
		return this.observer;
	}

	FlightTable flights() {
		return this.flights;
	}

	ReadBulkhead bulkhead() {
		return this.bulkhead;
	}

	Reentrancy reentrancy() {
		return this.reentrancy;
	}

	/**
	 * Returns whether a failure of a source concerns its caller alone.
	 * @param ex what the source threw
	 * @return whether nobody else is to share it
	 */
	boolean isRefusal(Throwable ex) {
		return this.refusals.test(ex);
	}

	RecentLockStates lockStates() {
		return this.lockStates;
	}

	NearCaches near() {
		return this.near;
	}

	Warnings warnings() {
		return this.warnings;
	}

	PollBackoff backoff() {
		return this.backoff;
	}

	// for users' sources, which may block
	Executor executor() {
		return this.executor;
	}

	// for our own work on asynchronous calls
	Executor turns() {
		return this.turns;
	}

	LoserStrategy strategy(OnLose constant) {
		LoserStrategy strategy = this.strategies.get(constant);
		return (strategy != null) ? strategy : LoserStrategy.builtIn(constant);
	}

	Timers timers() {
		return this.timers;
	}

	Lease.Services leases() {
		return this.leases;
	}

	long now() {
		return this.ticker.getAsLong();
	}

	boolean coalescesReads() {
		return this.coalesceReads;
	}

	boolean failsOpen() {
		return this.failureMode == RedisFailureMode.FAIL_OPEN;
	}

	// whether calls that come now are protected no more
	boolean isClosing() {
		return this.closing;
	}

	// whether no flight may be opened any more
	boolean isClosed() {
		return this.closed;
	}

	/**
	 * Protects no more calls, then waits until those under way are answered, and in the
	 * end closes.
	 * @param limit the longest wait
	 * @return whether none is left
	 */
	boolean close(Duration limit) {
		this.closing = true;
		boolean empty = this.flights.awaitEmpty(limit);
		this.closed = true; // whoever has boarded without seeing this is seen below
		return empty && this.flights.awaitEmpty(limit);
	}

	/**
	 * Returns a token that was never used before: this instance's id and 128 random bits.
	 * @return the token
	 */
	String newToken() {
		byte[] bits = new byte[16];
		this.random.nextBytes(bits);
		return this.store.instanceId() + ':' + HexFormat.of().formatHex(bits);
	}

	/**
	 * Decides whether a fresh entry is rebuilt early, by the XFetch rule of Vattani,
	 * Chierichetti and Lowenstein, "Optimal Probabilistic Cache Stampede Prevention"
	 * (VLDB 2015): the nearer its end and the longer its last read, the likelier.
	 * @param entry the entry
	 * @param beta the eagerness; zero never
	 * @param now the ticker's value
	 * @return whether to rebuild it
	 */
	boolean isDueEarly(Entry entry, double beta, long now) {
		if (beta == 0) {
			return false;
		}
		double head = entry.readNanos() * beta * -Math.log(1 - this.random.nextDouble());
		return entry.freshUntil() - now <= head;
	}

	/**
	 * Returns what a fill writes.
	 * @param spec what the caller is that read the source
	 * @param value what was read
	 * @param readNanos how long that took
	 * @return the filling
	 * @throws UnstorableValueException if the value would not come back equal, or is
	 * larger than is stored
	 * @throws RuntimeException if the value cannot be encoded
	 */
	Filling filling(CallSpec<?> spec, @Nullable Object value, long readNanos) {
		StampedePolicy policy = spec.policy();
		Duration ttl = (value != null) ? policy.ttl() : policy.nullTtl();
		if (policy.ttlJitter() > 0) {
			ttl = Duration.ofNanos((long) (ttl.toNanos() * (1 - policy.ttlJitter() * this.random.nextDouble())));
		}
		byte[] payload = (value != null) ? spec.codec().encode(value) : new byte[0];
		if (payload.length > policy.maxValueSize().toBytes()) {
			throw this.warnings.reportTooLarge(spec.cacheName(), payload.length, policy.maxValueSize());
		}
		return new Filling(value == null, payload, ttl, policy.staleTtl(), policy.staleIfErrorTtl(),
				Duration.ofNanos(readNanos));
	}

	/**
	 * Queues a background refresh, unless one is queued already or there is no room.
	 * @param <T> the type of the value
	 * @param spec the cache's name, policy and codec
	 * @param key the key whose stale copy was found
	 * @param source the source
	 */
	<T> void refresh(CallSpec<T> spec, EntryKey key, SourceCall<T> source) {
		if (this.lockStates.find(key) != null) {
			return;
		}
		this.lockStates.remember(key, RecentLockStates.Kind.QUEUED, spec.policy().lockTtl().toNanos());
		try {
			this.refreshExecutor.execute(() -> this.backgroundRefresh.run(spec, key, source));
		}
		catch (RejectedExecutionException ex) {
			this.lockStates.forget(key);
			this.events.refreshRejected(key.cacheName());
			logger.debug("No place for a background refresh of cache '" + key.cacheName() + "'");
		}
	}

	// a renewal's reply may come on an event loop, where no listener may run
	private void tellRenewed(String cacheName, StampedeListener.Renewal outcome) {
		try {
			this.executor.execute(() -> this.events.renewed(cacheName, outcome));
		}
		catch (RejectedExecutionException ex) {
			logger.debug("Shut down: a listener is not told any more", ex);
		}
	}

	/** Runner of background refreshes, on the thread that it is called on. */
	@FunctionalInterface
	interface BackgroundRefresh {

		<T> void run(CallSpec<T> spec, EntryKey key, SourceCall<T> source);

	}

}
