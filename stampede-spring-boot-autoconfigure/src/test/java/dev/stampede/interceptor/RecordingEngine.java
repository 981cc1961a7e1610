package dev.stampede.interceptor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.stampede.StampedeException;
import dev.stampede.engine.CallSpec;
import dev.stampede.engine.FlightState;
import dev.stampede.engine.SourceCall;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.key.EntryKey;
import dev.stampede.store.KeyState;

/**
 * An engine that keeps values in a map and remembers what it was asked.
 */
class RecordingEngine implements StampedeEngine {

	final List<String> keys = new ArrayList<>();

	final List<String> bypassed = new ArrayList<>();

	final List<CallSpec<?>> specs = new ArrayList<>();

	final Map<EntryKey, @Nullable Object> values = new HashMap<>();

	/** What losers would have got; null to let everybody win. */
	@Nullable StampedeException loss;

	@Override
	@SuppressWarnings("unchecked") // what was put under the key
	public <T> @Nullable T call(CallSpec<T> spec, EntryKey key, SourceCall.Blocking<T> source) throws Throwable {
		this.keys.add(key.toString());
		this.specs.add(spec);
		if (this.values.containsKey(key)) {
			return (T) this.values.get(key);
		}
		if (this.loss != null) {
			return source.defaultValue(this.loss);
		}
		T value = source.read();
		if (source.isStorable(value)) {
			this.values.put(key, value);
		}
		return value;
	}

	@Override
	public <T> CompletableFuture<@Nullable T> callAsync(CallSpec<T> spec, EntryKey key, SourceCall.Async<T> source) {
		throw new UnsupportedOperationException();
	}

	@Override
	public <T, R> @Nullable R find(CallSpec<T> spec, EntryKey key, Function<@Nullable T, R> found) {
		throw new UnsupportedOperationException();
	}

	@Override
	public <T, R> CompletableFuture<@Nullable R> findAsync(CallSpec<T> spec, EntryKey key,
			Function<@Nullable T, R> found) {
		throw new UnsupportedOperationException();
	}

	@Override
	public List<FlightState> inFlight(String cacheName) {
		return List.of();
	}

	@Override
	public KeyState inspect(EntryKey key) {
		throw new UnsupportedOperationException();
	}

	@Override
	public boolean isReading(EntryKey key) {
		return false;
	}

	@Override
	public void found(String cacheName) {
	}

	@Override
	public void bypassed(String cacheName) {
		this.bypassed.add(cacheName);
	}

	@Override
	public <T> void put(CallSpec<T> spec, EntryKey key, @Nullable T value) {
		this.values.put(key, value);
	}

	@Override
	public boolean evict(EntryKey key) {
		boolean known = this.values.containsKey(key);
		this.values.remove(key);
		return known;
	}

	@Override
	public boolean clear(String cacheName) {
		return this.values.keySet().removeIf((key) -> key.cacheName().equals(cacheName));
	}

	@Override
	public int flights(String cacheName) {
		return 0;
	}

	@Override
	public void close() {
	}

}
