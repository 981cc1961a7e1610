package dev.stampede.engine;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import org.jspecify.annotations.Nullable;

import dev.stampede.LoserStrategy;
import dev.stampede.OnLose;
import dev.stampede.event.StampedeListener;
import dev.stampede.event.StampedeObserver;
import dev.stampede.policy.RedisFailureMode;
import dev.stampede.store.EntryStore;

/**
 * Builds a {@link StampedeEngine}. Not safe for use by several threads.
 *
 * @since 0.1.0
 */
public final class StampedeEngineBuilder {

	final EntryStore store;

	final ScheduledExecutorService scheduler;

	final Executor executor;

	final Map<OnLose, LoserStrategy> strategies = new EnumMap<>(OnLose.class);

	List<StampedeListener> listeners = List.of();

	@Nullable StampedeObserver observer;

	Executor refreshExecutor;

	Duration pollInterval = Duration.ofMillis(10);

	Duration pollIntervalMax = Duration.ofMillis(250);

	Duration shutdownTimeout = Duration.ofSeconds(30);

	boolean coalesceReads = true;

	RedisFailureMode failureMode = RedisFailureMode.FAIL_OPEN;

	LongSupplier ticker = System::nanoTime;

	RandomGenerator random = new SecureRandom();

	@Nullable NearStorage nearStorage;

	Supplier<FlightTable> flights = FlightTable::new;

	StampedeEngineBuilder(EntryStore store, Executor executor, ScheduledExecutorService scheduler) {
		this.store = store;
		this.executor = executor;
		this.refreshExecutor = executor;
		this.scheduler = scheduler;
		for (OnLose constant : OnLose.values()) {
			this.strategies.put(constant, LoserStrategy.builtIn(constant));
		}
	}

	/**
	 * Sets who hears what happens; none by default.
	 * @param listeners the listeners, in order
	 * @return this builder
	 */
	public StampedeEngineBuilder listeners(List<? extends StampedeListener> listeners) {
		this.listeners = List.copyOf(listeners);
		return this;
	}

	/**
	 * Sets who watches source reads and waits; nobody by default.
	 * @param watching the observer
	 * @return this builder
	 */
	public StampedeEngineBuilder observer(StampedeObserver watching) {
		this.observer = watching;
		return this;
	}

	/**
	 * Replaces the strategy of the constant that it handles.
	 * @param strategy the strategy
	 * @return this builder
	 */
	public StampedeEngineBuilder strategy(LoserStrategy strategy) {
		this.strategies.put(strategy.handles(), strategy);
		return this;
	}

	/**
	 * Sets the executor of background refreshes, which rejects what it has no place for;
	 * the executor of the engine by default.
	 * @param executor the executor
	 * @return this builder
	 */
	public StampedeEngineBuilder refreshExecutor(Executor executor) {
		this.refreshExecutor = executor;
		return this;
	}

	/**
	 * Sets the pauses between polls, the backstop of wake-up messages.
	 * @param first the first pause; 10 milliseconds by default
	 * @param longest what the pauses grow to; 250 milliseconds by default
	 * @return this builder
	 */
	public StampedeEngineBuilder pollInterval(Duration first, Duration longest) {
		if (first.isNegative() || first.isZero() || first.compareTo(longest) > 0) {
			throw new IllegalArgumentException("poll-interval (" + first + ") must be longer than zero and at most "
					+ "poll-interval-max (" + longest + ")");
		}
		this.pollInterval = first;
		this.pollIntervalMax = longest;
		return this;
	}

	/**
	 * Sets how long closing waits for running reads; 30 seconds by default.
	 * @param timeout the limit
	 * @return this builder
	 */
	public StampedeEngineBuilder shutdownTimeout(Duration timeout) {
		this.shutdownTimeout = timeout;
		return this;
	}

	/**
	 * Sets whether callers that meet share one read of the entry; true by default.
	 * @param coalesce false to let each caller read for itself
	 * @return this builder
	 */
	public StampedeEngineBuilder coalesceReads(boolean coalesce) {
		this.coalesceReads = coalesce;
		return this;
	}

	/**
	 * Sets what happens while the store does not answer; {@code FAIL_OPEN} by default.
	 * @param mode the mode
	 * @return this builder
	 */
	public StampedeEngineBuilder onRedisFailure(RedisFailureMode mode) {
		this.failureMode = mode;
		return this;
	}

	/**
	 * Sets where near entries are kept; none by default, so that no policy may have a
	 * {@code near.ttl}.
	 * @param storage the storage
	 * @return this builder
	 */
	public StampedeEngineBuilder near(NearStorage storage) {
		this.nearStorage = storage;
		return this;
	}

	/**
	 * Sets the nanosecond ticker; it must be the one that the store uses.
	 * {@link System#nanoTime} by default.
	 * @param ticker the ticker
	 * @return this builder
	 */
	public StampedeEngineBuilder ticker(LongSupplier ticker) {
		this.ticker = ticker;
		return this;
	}

	/**
	 * Sets the source of chance, for tokens, jitter and early refresh; a
	 * {@link SecureRandom} by default.
	 * @param random the generator, safe for use by several threads
	 * @return this builder
	 */
	public StampedeEngineBuilder random(RandomGenerator random) {
		this.random = random;
		return this;
	}

	/**
	 * Builds the engine and registers it with the store.
	 * @return the engine; to be closed by the caller
	 */
	public StampedeEngine build() {
		return new DefaultStampedeEngine(this);
	}

}
