package dev.stampede.engine;

import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.stampede.policy.PolicyResolver;
import dev.stampede.policy.PolicySettings;
import dev.stampede.policy.StampedePolicy;
import dev.stampede.store.EntryStore;

/**
 * Policy and codec for each cache and type of value of calls without an annotation, made
 * once. Safe for use by several threads.
 *
 * @since 0.1.0
 */
public final class CallSpecs {

	private final EntryStore store;

	private final PolicyResolver policies;

	private final ConcurrentMap<SpecKey, CallSpec<?>> specs = new ConcurrentHashMap<>();

	/**
	 * Creates the specs.
	 * @param store makes codecs
	 * @param policies the policies
	 */
	public CallSpecs(EntryStore store, PolicyResolver policies) {
		this.store = store;
		this.policies = policies;
	}

	/**
	 * Returns policy and codec.
	 * @param <T> the type of the value
	 * @param cacheName the cache
	 * @param type the declared type of the value
	 * @return what the engine keeps of such calls
	 * @throws IllegalArgumentException if values of the type cannot be stored
	 */
	public <T> CallSpec<T> of(String cacheName, Type type) {
		return of(new SpecKey(cacheName, type, true));
	}

	/**
	 * Returns policy and codec of calls whose values nobody else may have.
	 * @param <T> the type of the value
	 * @param cacheName the cache
	 * @param type the declared type of the value
	 * @return what the engine keeps of such calls, without near entries
	 * @throws IllegalArgumentException if values of the type cannot be stored
	 */
	public <T> CallSpec<T> withoutNear(String cacheName, Type type) {
		return of(new SpecKey(cacheName, type, false));
	}

	@SuppressWarnings("unchecked") // a codec's type is that of its key
	private <T> CallSpec<T> of(SpecKey key) {
		CallSpec<?> known = this.specs.get(key);
		return (CallSpec<T>) ((known != null) ? known : this.specs.computeIfAbsent(key, this::make));
	}

	/**
	 * Returns policy and codec for a value whose class tells its type.
	 * @param <T> the type of the value
	 * @param cacheName the cache
	 * @param value the value
	 * @return what the engine keeps of such calls
	 * @throws IllegalArgumentException if values of the type cannot be stored
	 * @see #tellsItsType
	 */
	public <T> CallSpec<T> ofValue(String cacheName, @Nullable Object value) {
		if (value instanceof Enum<?> constant) {
			return of(cacheName, constant.getDeclaringClass());
		}
		// a null is marked in the entry and never meets the codec, so any type will do
		return of(cacheName, (value != null) ? value.getClass() : String.class);
	}

	/**
	 * Returns whether the class of a value tells its type.
	 * @param value the value
	 * @return false for collections, maps and optionals, whose class leaves open what
	 * they are of
	 */
	public static boolean tellsItsType(@Nullable Object value) {
		return !(value instanceof Collection || value instanceof Map || value instanceof Optional);
	}

	Set<String> cacheNames() {
		return this.specs.keySet().stream().map(SpecKey::cacheName).collect(Collectors.toUnmodifiableSet());
	}

	private CallSpec<?> make(SpecKey key) {
		StampedePolicy policy = this.policies.resolve(key.cacheName(), PolicySettings.none());
		return new CallSpec<>(key.cacheName(), key.near() ? policy : policy.toBuilder().nearTtl(Duration.ZERO).build(),
				this.store.codec(key.cacheName(), key.type()));
	}

	private record SpecKey(String cacheName, Type type, boolean near) {

	}

}
