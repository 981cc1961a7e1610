package dev.stampede.engine;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
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
 * Settings and collaborators of one engine, as {@link StampedeEngine.Builder} collected
 * them.
 *
 * @param store where entries and locks live
 * @param executor runs asynchronous sources and wakes asynchronous callers
 * @param refreshExecutor runs background refreshes
 * @param scheduler runs the timers
 * @param strategies what losers do, for each constant
 * @param listeners hear what happens
 * @param observer watches reads and waits; null for nobody
 * @param pollInterval the first pause between polls
 * @param pollIntervalMax what the pauses grow to
 * @param shutdownTimeout how long closing waits for running reads
 * @param coalesceReads whether callers share one read of the entry
 * @param failureMode what happens while the store does not answer
 * @param refusals tells which failures of a source concern its caller alone
 * @param ticker the nanosecond ticker
 * @param random the source of chance
 * @param nearStorage keeps near entries; null for none
 * @param flights makes the table of flights
 */
record EngineSettings(EntryStore store, Executor executor, Executor refreshExecutor, ScheduledExecutorService scheduler,
		Map<OnLose, LoserStrategy> strategies, List<StampedeListener> listeners, @Nullable StampedeObserver observer,
		Duration pollInterval, Duration pollIntervalMax, Duration shutdownTimeout, boolean coalesceReads,
		RedisFailureMode failureMode, Predicate<Throwable> refusals, LongSupplier ticker, RandomGenerator random,
		@Nullable NearStorage nearStorage, Supplier<FlightTable> flights) {

	EngineSettings {
		strategies = new EnumMap<>(strategies);
	}

}
