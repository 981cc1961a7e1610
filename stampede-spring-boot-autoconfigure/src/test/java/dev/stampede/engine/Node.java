package dev.stampede.engine;

import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

import dev.stampede.event.RecordingListener;
import dev.stampede.key.EntryKey;
import dev.stampede.policy.StampedePolicy;
import dev.stampede.store.InMemoryEntryStore;
import dev.stampede.store.ValueCodec;
import dev.stampede.testing.ManualScheduler;

/**
 * One JVM of a fleet, run by hand: its engine on the test's time, and calls that take one
 * step at a time.
 */
public final class Node {

	private final InMemoryEntryStore store;

	private final RecordingListener events = new RecordingListener();

	private final DefaultStampedeEngine stampede;

	private Node(InMemoryEntryStore store, ManualScheduler time, UnaryOperator<StampedeEngine.Builder> customizer) {
		this.store = store;
		StampedeEngine.Builder builder = StampedeEngine.builder(store, time, time)
			.ticker(time::now)
			.random(new Random(42))
			.listeners(List.of(this.events));
		this.stampede = (DefaultStampedeEngine) customizer.apply(builder).build();
	}

	static Node start(InMemoryEntryStore store, ManualScheduler time,
			UnaryOperator<StampedeEngine.Builder> customizer) {
		return new Node(store, time, customizer);
	}

	/**
	 * Starts one.
	 * @param store its store, which has joined the server
	 * @param time its time
	 * @param flights its flights
	 * @param customizer sets what is special about its engine
	 * @return the node
	 */
	public static Node start(InMemoryEntryStore store, ManualScheduler time, FlightTables flights,
			UnaryOperator<StampedeEngine.Builder> customizer) {
		return new Node(store, time, (builder) -> {
			builder.flights = flights::create;
			return customizer.apply(builder);
		});
	}

	/**
	 * Makes a call that has not taken its first step.
	 * @param key the key
	 * @param policy the policy
	 * @return the call
	 */
	public Caller call(EntryKey key, StampedePolicy policy) {
		return new Caller(engine(), new CallSpec<>(key.cacheName(), policy, codec()), key, false);
	}

	/**
	 * Makes a refresh in the background that has not taken its first step.
	 * @param key the key
	 * @param policy the policy
	 * @return the refresh
	 */
	public Caller refresh(EntryKey key, StampedePolicy policy) {
		return new Caller(engine(), new CallSpec<>(key.cacheName(), policy, codec()), key, true);
	}

	/**
	 * Looks for an entry that is served from memory.
	 * @param key the key
	 * @param policy the policy
	 * @return the value, or null if there is none
	 */
	public @Nullable String findNear(EntryKey key, StampedePolicy policy) {
		CallSpec<String> spec = new CallSpec<>(key.cacheName(), policy, codec());
		NearCache cache = engine().near().serving(spec);
		NearCache.Entry entry = (cache != null) ? cache.find(key, spec.codec()) : null;
		return (entry != null && entry.isFresh(now())) ? String.valueOf(entry.value()) : null;
	}

	/**
	 * Tells its near caches whether messages arrive, after some may have been lost.
	 * @param hears whether they arrive
	 */
	public void heardAgain(boolean hears) {
		engine().near().heard(hears);
	}

	/**
	 * Returns whether anybody could join a flight.
	 * @return whether there is an open flight
	 */
	public boolean hasFlights() {
		return !engine().flights().all().isEmpty();
	}

	/**
	 * Returns whether a caller would join a flight.
	 * @param key the key
	 * @return whether there is an open flight of the key
	 */
	public boolean hasFlight(EntryKey key) {
		return engine().flights().all().stream().anyMatch((flight) -> flight.key().equals(key));
	}

	/**
	 * Returns whether it keeps permits for reads.
	 * @return whether a permit is held or waited for
	 */
	public boolean hasPermits() {
		return !engine().bulkhead().isIdle();
	}

	/**
	 * Returns whether it remembers what it found out about locks.
	 * @return whether there is a note
	 */
	public boolean hasNotes() {
		return engine().lockStates().size() > 0;
	}

	/**
	 * Returns what its ticker says.
	 * @return nanoseconds
	 */
	public long now() {
		return engine().now();
	}

	/**
	 * Returns the codec of its values.
	 * @return the codec
	 */
	public ValueCodec<String> codec() {
		return this.store.codec("any", String.class);
	}

	InMemoryEntryStore store() {
		return this.store;
	}

	/**
	 * Returns what it counted.
	 * @return the listener
	 */
	public RecordingListener events() {
		return this.events;
	}

	/**
	 * Returns its engine.
	 * @return the engine
	 */
	public StampedeEngine stampede() {
		return this.stampede;
	}

	EngineContext engine() {
		return this.stampede.engine();
	}

}
