package dev.stampede.cache;

import java.lang.reflect.Type;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import org.jspecify.annotations.Nullable;

import dev.stampede.engine.CallSpec;
import dev.stampede.policy.PolicyResolver;
import dev.stampede.policy.PolicySettings;
import dev.stampede.store.EntryStore;

/**
 * Policy and codec for each cache and type of value, made once.
 */
final class EntrySpecs {

	private final EntryStore store;

	private final PolicyResolver policies;

	private final ConcurrentMap<SpecKey, CallSpec<Object>> specs = new ConcurrentHashMap<>();

	EntrySpecs(EntryStore store, PolicyResolver policies) {
		this.store = store;
		this.policies = policies;
	}

	CallSpec<Object> of(String cacheName, Type type) {
		SpecKey key = new SpecKey(cacheName, type);
		CallSpec<Object> known = this.specs.get(key);
		return (known != null) ? known : this.specs.computeIfAbsent(key, (unused) -> new CallSpec<>(cacheName,
				this.policies.resolve(cacheName, PolicySettings.none()), this.store.codec(cacheName, type)));
	}

	/**
	 * Returns what reads values whose type nobody tells, which only a serializer of the
	 * cache's own can do.
	 * @param cacheName the cache
	 * @return policy and codec
	 * @throws IllegalStateException if the cache has no serializer
	 */
	CallSpec<Object> ofAnything(String cacheName) {
		try {
			return of(cacheName, Object.class);
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalStateException("The cache '" + cacheName + "' is asked outside of a method with "
					+ "@Cacheable, so that nobody tells the type of its values: use get(key, type) or "
					+ "StampedeOperations, or set " + PolicySettings.property(cacheName, "serializer"), ex);
		}
	}

	/**
	 * Returns what writes a value whose declared type nobody tells.
	 * @param cacheName the cache
	 * @param value the value
	 * @return policy and codec
	 * @throws IllegalStateException if the class of the value does not tell what it is of
	 */
	CallSpec<Object> ofValue(String cacheName, @Nullable Object value) {
		if (value instanceof Collection || value instanceof Map || value instanceof Optional) {
			return ofAnything(cacheName);
		}
		if (value instanceof Enum<?> constant) {
			return of(cacheName, constant.getDeclaringClass());
		}
		// a null is marked in the entry and never meets the codec, so any type will do
		return of(cacheName, (value != null) ? value.getClass() : String.class);
	}

	private record SpecKey(String cacheName, Type type) {

	}

}
