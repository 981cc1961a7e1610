package dev.stampede.metrics;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.ToIntFunction;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;

import dev.stampede.event.CacheStatistics;
import dev.stampede.event.CacheStatistics.Incident;
import dev.stampede.event.StampedeListener.LockOutcome;
import dev.stampede.event.StampedeListener.LockRelease;
import dev.stampede.event.StampedeListener.Renewal;
import dev.stampede.event.StampedeListener.Request;
import dev.stampede.event.StampedeStatistics;
import dev.stampede.event.Tally;
import dev.stampede.store.StorePhase;

/**
 * Meters in one registry. Each name has one set of tags, and each tag except the cache
 * has a closed list of values.
 */
final class RegisteredMeters {

	private final ConcurrentMap<String, CacheTimers> timers = new ConcurrentHashMap<>();

	private final MeterRegistry registry;

	private final ToIntFunction<String> flights;

	/** Without those that another application context has in the same registry. */
	private final Set<Meter> own = ConcurrentHashMap.newKeySet();

	RegisteredMeters(MeterRegistry registry, StampedeStatistics statistics, ToIntFunction<String> flights) {
		this.registry = registry;
		this.flights = flights;
		boolean ours = registry.find("stampede.redis.errors").meter() == null;
		for (StorePhase phase : StorePhase.values()) {
			keep(ours,
					FunctionCounter
						.builder("stampede.redis.errors", statistics.storeFailures(), (tally) -> tally.count(phase))
						.tag("phase", Tally.name(phase))
						.description("Steps of the protocol that Redis refused or did not answer")
						.register(registry));
		}
	}

	CacheTimers timers(String cacheName) {
		CacheTimers known = this.timers.get(cacheName);
		return (known != null) ? known : this.timers.computeIfAbsent(cacheName, (name) -> {
			boolean ours = isFree("stampede.stale.age", name);
			CacheTimers added = new CacheTimers(this.registry, name);
			added.forEach((timer) -> keep(ours, timer));
			return added;
		});
	}

	/**
	 * Registers the meters of a cache; those already there stay.
	 * @param cache what is counted of the cache
	 */
	void register(CacheStatistics cache) {
		timers(cache.cacheName());
		boolean ours = isFree("stampede.flights", cache.cacheName());
		tally(ours, cache, "stampede.requests", "result", "Calls, by how they were answered; each counts once",
				cache.requests(), Request.values());
		tally(ours, cache, "stampede.lock", "outcome", "Contentions for the regeneration lock, one for each flight",
				cache.locks(), LockOutcome.values());
		tally(ours, cache, "stampede.lock.release", "outcome", "Locks given up", cache.releases(),
				LockRelease.values());
		tally(ours, cache, "stampede.lock.renewals", "outcome", "Renewals of locks", cache.renewals(),
				Renewal.values());
		incident(ours, cache, "stampede.coalesced", Incident.COALESCED,
				"Calls that joined a flight that another call of this JVM had opened");
		incident(ours, cache, "stampede.decode.failures", Incident.DECODE_FAILURES,
				"Entries that could not be decoded and counted as a miss");
		incident(ours, cache, "stampede.write.failures", Incident.WRITE_FAILURES,
				"Values that were read and could not be encoded or written");
		incident(ours, cache, "stampede.refresh.rejected", Incident.REFRESH_REJECTED,
				"Background refreshes that found no place in the queue");
		if (cache.cacheName().equals(StampedeStatistics.OTHERS)) {
			return; // their flights are counted by name
		}
		keep(ours,
				Gauge.builder("stampede.flights", () -> this.flights.applyAsInt(cache.cacheName()))
					.tag("cache", cache.cacheName())
					.description("Flights that are open in this JVM")
					.register(this.registry));
	}

	/**
	 * Removes the meters from the registry.
	 */
	void remove() {
		this.own.forEach(this.registry::remove);
		this.own.clear();
	}

	private boolean isFree(String name, String cacheName) {
		return this.registry.find(name).tag("cache", cacheName).meter() == null;
	}

	private void keep(boolean ours, Meter meter) {
		if (ours) {
			this.own.add(meter);
		}
	}

	private <E extends Enum<E>> void tally(boolean ours, CacheStatistics cache, String name, String tag,
			String description, Tally<E> tally, E[] outcomes) {
		for (E outcome : outcomes) {
			keep(ours,
					FunctionCounter.builder(name, tally, (counts) -> counts.count(outcome))
						.tags("cache", cache.cacheName(), tag, Tally.name(outcome))
						.description(description)
						.register(this.registry));
		}
	}

	private void incident(boolean ours, CacheStatistics cache, String name, Incident incident, String description) {
		keep(ours,
				FunctionCounter.builder(name, cache.incidents(), (counts) -> counts.count(incident))
					.tag("cache", cache.cacheName())
					.description(description)
					.register(this.registry));
	}

}
