package dev.stampede.interceptor;

import java.util.function.Supplier;

import dev.stampede.CallSpec;
import dev.stampede.EntryStore;
import dev.stampede.PolicyResolver;
import dev.stampede.StampedeEngine;
import dev.stampede.StampedePolicy;

/**
 * What protected methods are bound to, asked for at the first call so that no bean is
 * created early.
 *
 * @param engine gives the engine
 * @param store gives the store that the engine uses
 * @param policies gives the policies
 */
record Protection(Supplier<StampedeEngine> engine, Supplier<EntryStore> store, Supplier<PolicyResolver> policies) {

	ProtectedCall bind(ProtectedMethod method) {
		CallSpec<Object> spec = spec(method);
		return new ProtectedCall(method, spec, this.engine.get());
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
			return new CallSpec<>(method.cacheName(), policy, entries.codec(method.cacheName(), method.type()));
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidStampedeProtectedException(
					"@StampedeProtected on " + method.description() + " cannot work: " + ex.getMessage(),
					"Change the annotation, or the properties below stampede.defaults or stampede.caches.\"["
							+ method.cacheName() + "]\"",
					ex);
		}
	}

}
