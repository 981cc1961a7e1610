package dev.stampede.interceptor;

import java.util.function.Supplier;

import org.springframework.cache.interceptor.CacheableOperation;

import dev.stampede.CallSpec;
import dev.stampede.EntryStore;
import dev.stampede.PolicyResolver;
import dev.stampede.StampedeEngine;
import dev.stampede.StampedePolicy;
import dev.stampede.ValueCodec;

/**
 * What protected methods are bound to, asked for at the first call so that no bean is
 * created early.
 *
 * @param engine gives the engine
 * @param store gives the store that the engine uses
 * @param policies gives the policies
 * @param cacheables gives what knows Spring's cache abstraction
 */
record Protection(Supplier<StampedeEngine> engine, Supplier<EntryStore> store, Supplier<PolicyResolver> policies,
		Supplier<CacheableCalls> cacheables) {

	MethodCall bind(ProtectedMethod method) {
		CallSpec<Object> spec = spec(method);
		CacheableOperation cacheable = method.cacheable();
		return (cacheable != null)
				? new CacheableProtectedCall(method, cacheable, spec, this.engine.get(), this.cacheables.get())
				: new ProtectedCall(method, spec, this.engine.get());
	}

	/**
	 * Resolves policy and codec of a method.
	 * @param method the method
	 * @return what the engine keeps of it
	 * @throws InvalidStampedeProtectedException if they cannot work
	 */
	CallSpec<Object> spec(ProtectedMethod method) {
		EntryStore entries = this.store.get();
		PolicyResolver resolver = this.policies.get();
		try {
			StampedePolicy policy = resolver.resolve(method.cacheName(), method.settings());
			return new CallSpec<>(method.cacheName(), policy, codec(method, policy, entries));
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidStampedeProtectedException(
					"@StampedeProtected on " + method.description() + " cannot work: " + ex.getMessage(),
					"Change the annotation, or the properties below stampede.defaults or stampede.caches.\"["
							+ method.cacheName() + "]\"",
					ex);
		}
	}

	private ValueCodec<Object> codec(ProtectedMethod method, StampedePolicy policy, EntryStore entries) {
		CacheableOperation cacheable = method.cacheable();
		if (cacheable == null) {
			return entries.codec(method.cacheName(), method.type());
		}
		this.cacheables.get().check(cacheable);
		BesideCacheable.check(policy);
		return new ForeignValueCodec(method.type());
	}

}
