package dev.stampede.engine;

import java.time.Duration;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import dev.stampede.LoserStrategy;
import dev.stampede.OnLose;
import dev.stampede.event.StampedeListener;
import dev.stampede.event.StampedeObserver;
import dev.stampede.policy.RedisFailureMode;
import dev.stampede.policy.StampedePolicy;
import dev.stampede.store.Entry;
import dev.stampede.store.EntryStore;
import dev.stampede.store.Filling;
import dev.stampede.store.ValueCodec;

/**
 * What the calls of one engine share: the store, the open flights, time, chance and
 * executors. Safe for use by several threads.
 */
final class EngineContext {

	private static final Log logger = LogFactory.getLog(EngineContext.class);

	private final EntryStore store;

	private final Map<OnLose, LoserStrategy> strategies;

	private final StampedeListener events;

	private final StampedeObserver observer;

	private final ScheduledExecutorService scheduler;

	private final Executor executor;

	private final Executor refreshExecutor;

	private final LongSupplier ticker;

	private final RandomGenerator random;

	private final boolean coalesceReads;

	private final RedisFailureMode failureMode;

	private final PollBackoff pauses;

	private final FlightTable flights;

	private final ReadBulkhead permits = new ReadBulkhead();

	private final Reentrancy nesting = new Reentrancy();

	private final RecentLockStates notes;

	private final NearCaches near;

	private final Warnings warnings;

	private volatile boolean closing;

	private volatile boolean closed;

	EngineContext(StampedeEngine.Builder builder) {
		this.store = builder.store;
		this.strategies = new EnumMap<>(builder.strategies);
		this.events = StampedeListener.of(builder.listeners);
		this.observer = StampedeObserver.guarded(builder.observer);
		this.scheduler = builder.scheduler;
		this.executor = builder.executor;
		this.refreshExecutor = builder.refreshExecutor;
		this.ticker = builder.ticker;
		this.random = builder.random;
		this.coalesceReads = builder.coalesceReads;
		this.failureMode = builder.failureMode;
		this.pauses = new PollBackoff(builder.pollInterval, builder.pollIntervalMax, builder.random);
		this.flights = builder.flights.get();
		this.notes = new RecentLockStates(this);
		this.warnings = new Warnings(this.ticker);
		this.near = new NearCaches(builder.nearStorage, this.ticker, this.events);
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

	ReadBulkhead permits() {
		return this.permits;
	}

	Reentrancy nesting() {
		return this.nesting;
	}

	RecentLockStates notes() {
		return this.notes;
	}

	NearCaches near() {
		return this.near;
	}

	Warnings warnings() {
		return this.warnings;
	}

	PollBackoff pauses() {
		return this.pauses;
	}

	Executor executor() {
		return this.executor;
	}

	LoserStrategy strategy(OnLose constant) {
		LoserStrategy strategy = this.strategies.get(constant);
		return (strategy != null) ? strategy : LoserStrategy.builtIn(constant);
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
	 * Runs what belongs to the application, never on an event loop or the timer's thread.
	 * @param task what tells a listener
	 */
	void hand(Runnable task) {
		try {
			this.executor.execute(task);
		}
		catch (RejectedExecutionException ex) {
			logger.debug("Shut down: a listener is not told any more", ex);
		}
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
	 * @param policy the policy of the caller that read the source
	 * @param codec its codec
	 * @param value what was read
	 * @param readNanos how long that took
	 * @return the filling
	 * @throws RuntimeException if the value cannot be encoded
	 */
	Filling filling(StampedePolicy policy, ValueCodec<?> codec, @Nullable Object value, long readNanos) {
		Duration ttl = (value != null) ? policy.ttl() : policy.nullTtl();
		if (policy.ttlJitter() > 0) {
			ttl = Duration.ofNanos((long) (ttl.toNanos() * (1 - policy.ttlJitter() * this.random.nextDouble())));
		}
		byte[] payload = (value != null) ? codec.encode(value) : new byte[0];
		return new Filling(value == null, payload, ttl, policy.staleTtl(), policy.staleIfErrorTtl(),
				Duration.ofNanos(readNanos));
	}

	/**
	 * Queues a background refresh, unless one is queued already or there is no place.
	 * @param <T> the type of the value
	 * @param call the call that found the stale copy
	 */
	<T> void refresh(Call<T> call) {
		if (this.notes.find(call.key()) != null) {
			return;
		}
		this.notes.note(call.key(), RecentLockStates.Kind.QUEUED, call.policy().lockTtl().toNanos());
		try {
			if (call.source() instanceof SourceCall.Blocking<T> source) {
				this.refreshExecutor.execute(() -> BlockingCall.refresh(this, call.spec(), call.key(), source));
			}
			else if (call.source() instanceof SourceCall.Async<T> source) {
				this.refreshExecutor.execute(() -> AsyncCall.refresh(this, call.spec(), call.key(), source));
			}
		}
		catch (RejectedExecutionException ex) {
			this.notes.forget(call.key());
			this.events.refreshRejected(call.cacheName());
			logger.debug("No place for a background refresh of cache '" + call.cacheName() + "'");
		}
	}

	/**
	 * Runs a task after a pause. Once the scheduler has been shut down nothing is run any
	 * more.
	 * @param nanos the pause
	 * @param task the task, which must not block
	 * @return the pending task, or null if there will be none
	 */
	@Nullable Future<?> after(long nanos, Runnable task) {
		try {
			return this.scheduler.schedule(task, Math.max(nanos, 0), TimeUnit.NANOSECONDS);
		}
		catch (RejectedExecutionException ex) {
			return null;
		}
	}

}
