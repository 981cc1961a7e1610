package dev.stampede.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import dev.stampede.StampedeException;
import dev.stampede.StampedeTimeoutException;
import dev.stampede.event.StampedeListener;
import dev.stampede.key.EntryKey;
import dev.stampede.store.EntryStore;
import dev.stampede.store.Filling;
import dev.stampede.store.KeyState;
import dev.stampede.store.StoreCommand;

/**
 * Front of the engine: gives each call a driver, carries out evictions, puts and messages
 * of other JVMs, and closes in order.
 */
final class DefaultStampedeEngine implements StampedeEngine, EntryStore.Listener {

	private static final Log logger = LogFactory.getLog(DefaultStampedeEngine.class);

	private final EngineContext engine;

	private final Duration shutdownTimeout;

	DefaultStampedeEngine(EngineSettings settings) {
		this.engine = new EngineContext(settings, this::refresh);
		this.shutdownTimeout = settings.shutdownTimeout();
		settings.store().listen(this);
	}

	@Override
	@SuppressWarnings("unchecked") // a near entry of an equal codec is of the same type
	public <T> @Nullable T call(CallSpec<T> spec, EntryKey key, SourceCall.Blocking<T> source) throws Throwable {
		if (this.engine.reentrancy().reads(key)) {
			bypassed(key.cacheName());
			return source.read();
		}
		NearCache.Entry near = this.engine.near().serve(spec, key);
		if (near != null) {
			return (T) near.value();
		}
		return new BlockingCall<>(this.engine, spec, key, source, false).run();
	}

	@Override
	@SuppressWarnings("unchecked") // a near entry of an equal codec is of the same type
	public <T> CompletableFuture<@Nullable T> callAsync(CallSpec<T> spec, EntryKey key, SourceCall.Async<T> source) {
		if (this.engine.reentrancy().reads(key)) {
			bypassed(key.cacheName());
			return AsyncCall.bypass(source);
		}
		NearCache.Entry near = this.engine.near().serve(spec, key);
		if (near != null) {
			return CompletableFuture.completedFuture((T) near.value());
		}
		return AsyncCall.run(this.engine, spec, key, source);
	}

	@Override
	public <T, R> @Nullable R find(CallSpec<T> spec, EntryKey key, Function<@Nullable T, R> found) {
		return new LookUp<T, R>(this.engine, spec, found).find(key);
	}

	@Override
	public <T, R> CompletableFuture<@Nullable R> findAsync(CallSpec<T> spec, EntryKey key,
			Function<@Nullable T, R> found) {
		return new LookUp<T, R>(this.engine, spec, found).findAsync(key);
	}

	@Override
	public boolean isReading(EntryKey key) {
		return this.engine.reentrancy().reads(key);
	}

	@Override
	public void found(String cacheName) {
		this.engine.events().requested(cacheName, StampedeListener.Request.HIT);
	}

	@Override
	public void bypassed(String cacheName) {
		this.engine.events().requested(cacheName, StampedeListener.Request.BYPASSED);
	}

	@Override
	public <T> void put(CallSpec<T> spec, EntryKey key, @Nullable T value) {
		if (value == null && !spec.policy().cacheNulls()) {
			evict(key);
			return;
		}
		Filling filling;
		try {
			filling = this.engine.filling(spec, value, 0);
		}
		catch (RuntimeException | Error ex) {
			evictOld(key, ex);
			throw ex;
		}
		String token = this.engine.newToken();
		try {
			this.engine.store().execute(new StoreCommand.Seize(key, token, spec.policy().lockTtl()));
			this.engine.store().execute(new StoreCommand.Fill(key, token, filling));
		}
		finally {
			evicted(key);
		}
	}

	// what cannot be put leaves nothing older behind
	private void evictOld(EntryKey key, Throwable reason) {
		try {
			evict(key);
		}
		catch (StampedeException ex) {
			reason.addSuppressed(ex);
		}
	}

	@Override
	public boolean evict(EntryKey key) {
		try {
			return this.engine.store().execute(new StoreCommand.Evict(key));
		}
		finally {
			evicted(key);
		}
	}

	@Override
	public boolean clear(String cacheName) {
		try {
			return this.engine.store().execute(new StoreCommand.Clear(cacheName)) > 0;
		}
		finally {
			cleared(cacheName);
		}
	}

	@Override
	public int flights(String cacheName) {
		return this.engine.flights().count(cacheName);
	}

	@Override
	public List<FlightState> inFlight(String cacheName) {
		long now = this.engine.now();
		return this.engine.flights()
			.all()
			.stream()
			.filter((flight) -> flight.key().cacheName().equals(cacheName))
			.map((flight) -> flight.state(now, this.engine.store().instanceId()))
			.toList();
	}

	@Override
	public KeyState inspect(EntryKey key) {
		return this.engine.store().execute(new StoreCommand.Inspect(key));
	}

	@Override
	public void filled(EntryKey key, @Nullable String trace) {
		this.engine.near().drop(key);
		this.engine.lockStates().forget(key);
		this.engine.flights().filled(key, trace);
	}

	@Override
	public void freed(EntryKey key) {
		this.engine.near().drop(key);
		this.engine.lockStates().forget(key);
		this.engine.flights().alert(key, null);
	}

	@Override
	public void evicted(EntryKey key) {
		// twice, since a flight may be opened in between, on what is forgotten only then
		this.engine.flights().invalidate(key);
		this.engine.lockStates().forget(key);
		this.engine.flights().invalidate(key);
		this.engine.near().drop(key);
	}

	@Override
	public void cleared(String cacheName) {
		this.engine.flights().invalidateAll(cacheName);
		this.engine.lockStates().forgetAll(cacheName);
		this.engine.flights().invalidateAll(cacheName);
		this.engine.near().dropAll(cacheName);
	}

	@Override
	public void subscriptionChanged(boolean stands) {
		this.engine.near().heard(stands);
		if (stands) {
			this.engine.lockStates().forgetAll();
			this.engine.flights().all().forEach((flight) -> flight.alert(null));
		}
	}

	@Override
	public void subscriptionDenied() {
		this.engine.near().unheard();
	}

	@Override
	public void close() {
		if (!this.engine.close(this.shutdownTimeout)) {
			giveUp(this.engine.flights().unfinished());
		}
	}

	private <T> void refresh(CallSpec<T> spec, EntryKey key, SourceCall<T> source) {
		if (source instanceof SourceCall.Blocking<T> blocking) {
			BlockingCall.refresh(this.engine, spec, key, blocking);
		}
		else if (source instanceof SourceCall.Async<T> async) {
			AsyncCall.refresh(this.engine, spec, key, async);
		}
	}

	EngineContext engine() {
		return this.engine;
	}

	// the locks of reads that still run are given back, and whoever waits is sent home
	private void giveUp(List<Flight> flights) {
		logger.info(flights.size() + " source reads or waits still run at shutdown; their locks are given back, and "
				+ "what they read will not be stored");
		List<CompletableFuture<Boolean>> releases = new ArrayList<>();
		for (Flight flight : flights) {
			Lease lease = flight.lease();
			String token = (lease != null) ? lease.surrender() : null;
			if (token != null) {
				releases.add(this.engine.store()
					.executeAsync(new StoreCommand.Release(flight.key(), token))
					.toCompletableFuture());
			}
			flight.complete(new FlightOutcome.Failed(new StampedeTimeoutException(
					"The application shut down while a call of cache '" + flight.key().cacheName() + "' waited")));
			flight.alert(null);
		}
		try {
			CompletableFuture.allOf(releases.toArray(CompletableFuture[]::new)).orTimeout(1, TimeUnit.SECONDS).join();
		}
		catch (CompletionException ex) {
			logger.debug("Not all locks could be given back; they end with their lock-ttl", ex);
		}
	}

}
