package dev.stampede.actuate;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.stampede.StampedeException;
import dev.stampede.actuate.CacheDescriptor.FlightDescriptor;
import dev.stampede.actuate.CacheDescriptor.SettingDescriptor;
import dev.stampede.actuate.InstanceDescriptor.RedisDescriptor;
import dev.stampede.actuate.KeyDescriptor.EntryDescriptor;
import dev.stampede.actuate.KeyDescriptor.LockDescriptor;
import dev.stampede.engine.FlightState;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.event.CacheStatistics;
import dev.stampede.event.StampedeStatistics;
import dev.stampede.event.Tally;
import dev.stampede.key.EntryKey;
import dev.stampede.policy.PolicyUse;
import dev.stampede.store.EntryStore;
import dev.stampede.store.KeyState;
import dev.stampede.store.StoreState;

/**
 * View of the protection in this instance, for operators. Only the views of one key ask
 * Redis.
 *
 * @since 0.1.0
 */
public final class ProtectionView {

	private static final String UNKNOWN = "unknown";

	private final StampedeEngine engine;

	private final EntryStore store;

	private final StampedeStatistics statistics;

	private final Supplier<List<PolicyUse>> policies;

	private final ShownKeys keys;

	/**
	 * Creates the view.
	 * @param engine the engine
	 * @param store the store that the engine uses
	 * @param statistics what has been counted
	 * @param policies tells which policies are used
	 * @param showKeys whether keys are shown as they are rather than as hashes
	 */
	public ProtectionView(StampedeEngine engine, EntryStore store, StampedeStatistics statistics,
			Supplier<List<PolicyUse>> policies, boolean showKeys) {
		this.engine = engine;
		this.store = store;
		this.statistics = statistics;
		this.policies = policies;
		this.keys = new ShownKeys(showKeys);
	}

	InstanceDescriptor instance() {
		Map<String, CacheDescriptor> caches = new TreeMap<>();
		List<PolicyUse> uses = this.policies.get();
		uses.forEach((use) -> this.statistics.cache(use.cacheName()));
		for (CacheStatistics cache : this.statistics.caches()) {
			caches.put(cache.cacheName(), describe(cache, uses, null));
		}
		return new InstanceDescriptor(this.store.instanceId(), true, redis(this.store.state()),
				this.statistics.storeFailures().toMap(), caches);
	}

	@Nullable CacheDescriptor cache(String name) {
		List<PolicyUse> uses = this.policies.get();
		if (!isKnown(name, uses)) {
			return null;
		}
		List<FlightDescriptor> inFlight = this.engine.inFlight(name)
			.stream()
			.sorted(Comparator.comparing(FlightState::age).reversed())
			.map(this::describe)
			.toList();
		return describe(this.statistics.counted(name), uses, inFlight);
	}

	@Nullable KeyDescriptor key(String cacheName, String shown) {
		if (!isKnown(cacheName, this.policies.get())) {
			return null;
		}
		EntryKey key = identify(cacheName, shown);
		try {
			return describe(key, this.engine.inspect(key));
		}
		catch (StampedeException ex) {
			return new KeyDescriptor(cacheName, this.keys.show(key), new LockDescriptor(UNKNOWN, null, null, null),
					new EntryDescriptor(UNKNOWN, null, null));
		}
	}

	@Nullable EvictionDescriptor evict(String cacheName, String shown) {
		if (!isKnown(cacheName, this.policies.get())) {
			return null;
		}
		EntryKey key = identify(cacheName, shown);
		return new EvictionDescriptor(cacheName, this.keys.show(key), this.engine.evict(key));
	}

	private boolean isKnown(String cacheName, List<PolicyUse> uses) {
		return this.statistics.caches()
			.stream()
			.map(CacheStatistics::cacheName)
			.anyMatch((known) -> known.equals(cacheName) || known.equals(StampedeStatistics.OTHERS))
				|| uses.stream().anyMatch((use) -> use.cacheName().equals(cacheName));
	}

	private EntryKey identify(String cacheName, String shown) {
		return this.engine.inFlight(cacheName)
			.stream()
			.map(FlightState::key)
			.filter((key) -> this.keys.matches(key, shown))
			.findFirst()
			.orElseGet(() -> inRedis(cacheName, shown));
	}

	// as rendered, or the text that the application has for a key
	private EntryKey inRedis(String cacheName, String shown) {
		EntryKey rendered = new EntryKey(cacheName, shown);
		EntryKey text = EntryKey.of(cacheName, shown);
		return (rendered.equals(text) || isThere(rendered)) ? rendered : text;
	}

	private boolean isThere(EntryKey key) {
		try {
			KeyState state = this.engine.inspect(key);
			return state.entry() != KeyState.EntryState.ABSENT || state.lock() != KeyState.LockState.FREE;
		}
		catch (StampedeException ex) {
			return true;
		}
	}

	private CacheDescriptor describe(CacheStatistics cache, List<PolicyUse> uses,
			@Nullable List<FlightDescriptor> inFlight) {
		Map<String, Map<String, SettingDescriptor>> policies = new TreeMap<>();
		for (PolicyUse use : uses) {
			if (use.cacheName().equals(cache.cacheName())) {
				String name = withoutParameters(use.user());
				policies.put(policies.containsKey(name) ? use.user() : name, PolicySettingsView.of(use));
			}
		}
		return new CacheDescriptor(policies, cache.requests().toMap(), cache.sourceReads().toMap(),
				cache.locks().toMap(), cache.releases().toMap(), cache.renewals().toMap(), cache.waits().toMap(),
				cache.incidents().toMap(), this.engine.flights(cache.cacheName()), inFlight);
	}

	// enough to tell methods of one cache apart, unless they are overloaded
	private static String withoutParameters(String user) {
		int parameters = user.indexOf('(');
		return (parameters < 0) ? user : user.substring(0, parameters);
	}

	private FlightDescriptor describe(FlightState flight) {
		return new FlightDescriptor(this.keys.show(flight.key()), Tally.name(flight.phase()), flight.age().toMillis(),
				flight.waiters(), flight.holder());
	}

	private KeyDescriptor describe(EntryKey key, KeyState state) {
		boolean free = state.lock() == KeyState.LockState.FREE;
		boolean endless = state.remainingMillis() < 0;
		LockDescriptor lock = new LockDescriptor(Tally.name(state.lock()), state.holder(),
				(free || endless) ? null : state.remainingMillis(), free ? null : !endless);
		boolean absent = state.entry() == KeyState.EntryState.ABSENT;
		return new KeyDescriptor(key.cacheName(), this.keys.show(key), lock,
				new EntryDescriptor(Tally.name(state.entry()), absent ? null : state.freshForMillis(),
						absent ? null : state.staleForMillis()));
	}

	private static RedisDescriptor redis(StoreState state) {
		return new RedisDescriptor(Tally.name(state.condition()), state.since().toString(), Tally.name(state.wakeUp()));
	}

}
