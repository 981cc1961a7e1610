package dev.stampede.engine;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import org.jspecify.annotations.Nullable;

import dev.stampede.LoserStrategy;
import dev.stampede.OnLose;
import dev.stampede.StampedeException;
import dev.stampede.StampedeOperations;
import dev.stampede.StampedeStoreException;
import dev.stampede.event.StampedeListener;
import dev.stampede.event.StampedeObserver;
import dev.stampede.key.EntryKey;
import dev.stampede.policy.PolicyResolver;
import dev.stampede.policy.RedisFailureMode;
import dev.stampede.store.EntryStore;
import dev.stampede.store.KeyState;

/**
 * Engine of the protocol behind the annotation and {@link StampedeOperations}: at most
 * one read of the source per key and expiry. Safe for use by several threads. Our own
 * packages plug into it; applications use {@link StampedeOperations}.
 *
 * @since 0.1.0
 */
public interface StampedeEngine extends AutoCloseable {

	/**
	 * Makes a protected call on the calling thread.
	 * @param <T> the type of the value
	 * @param spec what the calls of the method have in common
	 * @param key the key
	 * @param source the source; read at most once, and only by a winner, by the leader of
	 * a flight that fails open or whose key is marked as uncacheable, or by a call nested
	 * in a read of the same key
	 * @return the value
	 * @throws Throwable what the source or the default threw, as thrown, or a
	 * {@link StampedeException}
	 */
	<T> @Nullable T call(CallSpec<T> spec, EntryKey key, SourceCall.Blocking<T> source) throws Throwable;

	/**
	 * Makes a protected call without blocking the caller.
	 * @param <T> the type of the value
	 * @param spec what the calls of the method have in common
	 * @param key the key
	 * @param source the source
	 * @return the value to come; cancelling it detaches this caller, and cancels the
	 * source when nobody else waits for it
	 */
	<T> CompletableFuture<@Nullable T> callAsync(CallSpec<T> spec, EntryKey key, SourceCall.Async<T> source);

	/**
	 * Looks a key up without protection: nobody waits, and whoever finds nothing reads
	 * the source for itself, which counts as bypassed.
	 * @param <T> the type of the value
	 * @param <R> the type of the answer
	 * @param spec what the calls of the method have in common
	 * @param key the key
	 * @param found makes the answer of a fresh value
	 * @return the answer, or null if nothing is fresh
	 * @throws StampedeStoreException if the store fails and failures are to be closed
	 */
	<T, R> @Nullable R find(CallSpec<T> spec, EntryKey key, Function<@Nullable T, R> found);

	/**
	 * Looks a key up without protection and without blocking the caller.
	 * @param <T> the type of the value
	 * @param <R> the type of the answer
	 * @param spec what the calls of the method have in common
	 * @param key the key
	 * @param found makes the answer of a fresh value; runs on the engine's executor
	 * @return the answer to come, null if nothing is fresh
	 */
	<T, R> CompletableFuture<@Nullable R> findAsync(CallSpec<T> spec, EntryKey key, Function<@Nullable T, R> found);

	/**
	 * Returns whether the current thread is inside a source read of a key, and so holds
	 * its lock.
	 * @param key the key
	 * @return whether a call for the key would run its source
	 */
	boolean isReading(EntryKey key);

	/**
	 * Counts a call that was answered by a cache that is not ours.
	 * @param cacheName the cache
	 */
	void found(String cacheName);

	/**
	 * Counts a call that runs unprotected, for example because its condition is false.
	 * @param cacheName the cache
	 */
	void bypassed(String cacheName);

	/**
	 * Stores a value; regenerations that began before never overwrite it.
	 * @param <T> the type of the value
	 * @param spec policy and codec
	 * @param key the key
	 * @param value the value
	 * @throws StampedeStoreException if the store could not be reached
	 */
	<T> void put(CallSpec<T> spec, EntryKey key, @Nullable T value);

	/**
	 * Evicts an entry; no value read from the source before is ever stored or served
	 * after this returned.
	 * @param key the key
	 * @return whether there was an entry
	 * @throws StampedeStoreException if the store could not be reached
	 */
	boolean evict(EntryKey key);

	/**
	 * Evicts all entries of a cache, in the same sense.
	 * @param cacheName the cache
	 * @return whether there were entries
	 * @throws StampedeStoreException if the store could not be reached
	 */
	boolean clear(String cacheName);

	/**
	 * Returns how many flights of a cache are open in this JVM.
	 * @param cacheName the cache
	 * @return the number of flights
	 */
	int flights(String cacheName);

	/**
	 * Returns the flights of a cache that are open in this JVM, for operators.
	 * @param cacheName the cache
	 * @return each as it is at this moment
	 */
	List<FlightState> inFlight(String cacheName);

	/**
	 * Asks the store how things stand with a key, for operators.
	 * @param key the key
	 * @return the state at this moment
	 * @throws StampedeStoreException if the store could not be reached
	 */
	KeyState inspect(EntryKey key);

	/**
	 * Returns operations over an engine, also where there is no Spring.
	 * @param engine the engine
	 * @param store the store that the engine uses, for its codecs
	 * @param policies the policies
	 * @return the operations
	 */
	static StampedeOperations operations(StampedeEngine engine, EntryStore store, PolicyResolver policies) {
		return new DefaultStampedeOperations(engine, store, policies);
	}

	/**
	 * Returns a builder.
	 * @param store where entries and locks live
	 * @param executor runs asynchronous sources and wakes asynchronous callers; must not
	 * be an event loop
	 * @param scheduler runs the timers of renewals and deadlines; its tasks never block
	 * @return the builder
	 */
	static Builder builder(EntryStore store, Executor executor, ScheduledExecutorService scheduler) {
		return new Builder(store, executor, scheduler);
	}

	/**
	 * Opens no new flights, waits a while for running reads, then gives their locks back.
	 */
	@Override
	void close();

	/**
	 * Builder of a {@link StampedeEngine}. Not safe for use by several threads.
	 *
	 * @since 0.1.0
	 */
	final class Builder {

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

		Predicate<Throwable> refusals = (ex) -> false;

		LongSupplier ticker = System::nanoTime;

		RandomGenerator random = new SecureRandom();

		@Nullable NearStorage nearStorage;

		Supplier<FlightTable> flights = FlightTable::new;

		Builder(EntryStore store, Executor executor, ScheduledExecutorService scheduler) {
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
		public Builder listeners(List<? extends StampedeListener> listeners) {
			this.listeners = List.copyOf(listeners);
			return this;
		}

		/**
		 * Sets who watches source reads and waits; nobody by default.
		 * @param watching the observer
		 * @return this builder
		 */
		public Builder observer(StampedeObserver watching) {
			this.observer = watching;
			return this;
		}

		/**
		 * Replaces the strategy of the constant that it handles.
		 * @param strategy the strategy
		 * @return this builder
		 */
		public Builder strategy(LoserStrategy strategy) {
			this.strategies.put(strategy.handles(), strategy);
			return this;
		}

		/**
		 * Sets the executor of background refreshes, which rejects what it has no place
		 * for; the executor of the engine by default.
		 * @param executor the executor
		 * @return this builder
		 */
		public Builder refreshExecutor(Executor executor) {
			this.refreshExecutor = executor;
			return this;
		}

		/**
		 * Sets the pauses between polls, the backstop of wake-up messages.
		 * @param first the first pause; 10 milliseconds by default
		 * @param longest what the pauses grow to; 250 milliseconds by default
		 * @return this builder
		 */
		public Builder pollInterval(Duration first, Duration longest) {
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
		public Builder shutdownTimeout(Duration timeout) {
			this.shutdownTimeout = timeout;
			return this;
		}

		/**
		 * Sets whether callers that meet share one read of the entry; true by default.
		 * @param coalesce false to let each caller read for itself
		 * @return this builder
		 */
		public Builder coalesceReads(boolean coalesce) {
			this.coalesceReads = coalesce;
			return this;
		}

		/**
		 * Sets what happens while the store does not answer; {@code FAIL_OPEN} by
		 * default.
		 * @param mode the mode
		 * @return this builder
		 */
		public Builder onRedisFailure(RedisFailureMode mode) {
			this.failureMode = mode;
			return this;
		}

		/**
		 * Sets which failures of a source concern its caller alone, such as a refused
		 * permission: other callers do not share them, no copy stands in for them, and no
		 * backoff follows. None by default.
		 * @param refusals tells whether a failure is one of them
		 * @return this builder
		 */
		public Builder refusals(Predicate<Throwable> refusals) {
			this.refusals = refusals;
			return this;
		}

		/**
		 * Sets where near entries are kept; none by default, so that no policy may have a
		 * {@code near.ttl}.
		 * @param storage the storage
		 * @return this builder
		 */
		public Builder near(NearStorage storage) {
			this.nearStorage = storage;
			return this;
		}

		/**
		 * Sets the nanosecond ticker; it must be the one that the store uses.
		 * {@link System#nanoTime} by default.
		 * @param ticker the ticker
		 * @return this builder
		 */
		public Builder ticker(LongSupplier ticker) {
			this.ticker = ticker;
			return this;
		}

		/**
		 * Sets the source of chance, for tokens, jitter and early refresh; a
		 * {@link SecureRandom} by default.
		 * @param random the generator, safe for use by several threads
		 * @return this builder
		 */
		public Builder random(RandomGenerator random) {
			this.random = random;
			return this;
		}

		/**
		 * Builds the engine and registers it with the store.
		 * @return the engine; to be closed by the caller
		 */
		public StampedeEngine build() {
			return new DefaultStampedeEngine(new EngineSettings(this.store, this.executor, this.refreshExecutor,
					this.scheduler, this.strategies, this.listeners, this.observer, this.pollInterval,
					this.pollIntervalMax, this.shutdownTimeout, this.coalesceReads, this.failureMode, this.refusals,
					this.ticker, this.random, this.nearStorage, this.flights));
		}

	}

}
