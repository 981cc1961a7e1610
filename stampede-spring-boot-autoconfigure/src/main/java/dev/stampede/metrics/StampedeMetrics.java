package dev.stampede.metrics;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

import dev.stampede.event.StampedeListener;
import dev.stampede.event.StampedeStatistics;

/**
 * Meters of all caches. Counters read {@link StampedeStatistics}, and the engine calls
 * the timers. All meters of a cache are registered, at zero, as soon as the cache is
 * known. Safe for use by several threads.
 *
 * @since 0.1.0
 */
public final class StampedeMetrics implements MeterBinder, StampedeListener, AutoCloseable {

	private final StampedeStatistics statistics;

	private final ToIntFunction<String> flights;

	private final List<RegisteredMeters> registered = new CopyOnWriteArrayList<>();

	/**
	 * Creates the meters, bound to no registry.
	 * @param statistics what has been counted
	 * @param flights tells how many flights of a cache are open
	 */
	public StampedeMetrics(StampedeStatistics statistics, ToIntFunction<String> flights) {
		this.statistics = statistics;
		this.flights = flights;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		RegisteredMeters meters = new RegisteredMeters(registry, this.statistics, this.flights);
		this.registered.add(meters);
		this.statistics.watch(meters::register);
	}

	@Override
	public void sourceRead(String cacheName, SourceRead outcome, long nanos) {
		record(cacheName, (timers) -> timers.sourceRead(outcome, nanos));
	}

	@Override
	public void waited(String cacheName, Wait outcome, long nanos) {
		record(cacheName, (timers) -> timers.waited(outcome, nanos));
	}

	@Override
	public void servedStale(String cacheName, long nanos) {
		record(cacheName, (timers) -> timers.servedStale(nanos));
	}

	/**
	 * Removes the meters from the registries, which may live on.
	 */
	@Override
	public void close() {
		each(RegisteredMeters::remove);
	}

	private void record(String cacheName, Consumer<CacheTimers> event) {
		String counted = this.statistics.counted(cacheName).cacheName();
		each((meters) -> event.accept(meters.timers(counted)));
	}

	private void each(Consumer<RegisteredMeters> event) {
		this.registered.forEach(event);
	}

}
