package dev.stampede.metrics;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import org.jspecify.annotations.Nullable;

import dev.stampede.event.StampedeListener.SourceRead;
import dev.stampede.event.StampedeListener.Wait;
import dev.stampede.event.Tally;

/**
 * Timers of one cache in one registry.
 */
final class CacheTimers {

	/** Few and wide, since each is a time series for each cache and outcome. */
	private static final Duration[] BUCKETS = { Duration.ofMillis(1), Duration.ofMillis(5), Duration.ofMillis(10),
			Duration.ofMillis(25), Duration.ofMillis(50), Duration.ofMillis(100), Duration.ofMillis(250),
			Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofMillis(2500), Duration.ofSeconds(5),
			Duration.ofSeconds(10) };

	private final Map<SourceRead, Timer> sourceReads;

	private final Map<Wait, Timer> waits;

	private final Timer staleAge;

	CacheTimers(MeterRegistry registry, String cacheName) {
		this.sourceReads = timers(SourceRead.class,
				(outcome) -> Timer.builder("stampede.source.reads")
					.tags("cache", cacheName, "outcome", outcome)
					.description("Source reads, by how they ended")
					.register(registry));
		this.waits = timers(Wait.class,
				(outcome) -> Timer.builder("stampede.wait")
					.tags("cache", cacheName, "outcome", outcome)
					.description("Waits of losers, by how they ended")
					.serviceLevelObjectives(BUCKETS)
					.register(registry));
		this.staleAge = Timer.builder("stampede.stale.age")
			.tag("cache", cacheName)
			.description("How long ago the copies that were served had stopped being fresh")
			.register(registry);
	}

	void forEach(Consumer<Timer> action) {
		this.sourceReads.values().forEach(action);
		this.waits.values().forEach(action);
		action.accept(this.staleAge);
	}

	void sourceRead(SourceRead outcome, long nanos) {
		record(this.sourceReads.get(outcome), nanos);
	}

	void waited(Wait outcome, long nanos) {
		record(this.waits.get(outcome), nanos);
	}

	void servedStale(long nanos) {
		record(this.staleAge, nanos);
	}

	private static void record(@Nullable Timer timer, long nanos) {
		if (timer != null) {
			timer.record(nanos, TimeUnit.NANOSECONDS);
		}
	}

	private static <E extends Enum<E>> Map<E, Timer> timers(Class<E> outcomes, Function<String, Timer> factory) {
		Map<E, Timer> timers = new EnumMap<>(outcomes);
		for (E outcome : outcomes.getEnumConstants()) {
			timers.put(outcome, factory.apply(Tally.name(outcome)));
		}
		return timers;
	}

}
