package dev.stampede.engine;

import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;

import dev.stampede.event.RecordingListener;
import dev.stampede.key.EntryKey;
import dev.stampede.policy.StampedePolicy;
import dev.stampede.store.ValueCodec;

/**
 * One JVM of a fleet, run by hand: its engine on the test's time, and calls that take one
 * step at a time.
 */
final class Node {

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
	 * Makes a call that has not taken its first step.
	 * @param key the key
	 * @param policy the policy
	 * @return the call
	 */
	Caller call(EntryKey key, StampedePolicy policy) {
		return new Caller(engine(), new CallSpec<>(key.cacheName(), policy, codec()), key, false);
	}

	Caller refresh(EntryKey key, StampedePolicy policy) {
		return new Caller(engine(), new CallSpec<>(key.cacheName(), policy, codec()), key, true);
	}

	ValueCodec<String> codec() {
		return this.store.codec("any", String.class);
	}

	InMemoryEntryStore store() {
		return this.store;
	}

	RecordingListener events() {
		return this.events;
	}

	StampedeEngine stampede() {
		return this.stampede;
	}

	EngineContext engine() {
		return this.stampede.engine();
	}

}
