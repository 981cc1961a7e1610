package dev.stampede.interceptor;

import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.interceptor.CacheableOperation;
import org.springframework.util.StringUtils;

import dev.stampede.OnLose;
import dev.stampede.engine.CallSpec;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.policy.InvalidSettingsException;
import dev.stampede.policy.PolicyLayer;
import dev.stampede.policy.PolicyResolver;
import dev.stampede.policy.PolicySettings;
import dev.stampede.policy.PolicyUse;
import dev.stampede.policy.StampedePolicy;
import dev.stampede.store.EntryStore;

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
		if (cacheable == null) {
			return new ProtectedCall(method, spec, this.engine.get());
		}
		CacheableCalls calls = this.cacheables.get();
		return calls.isOurs(cacheable) ? new OurCacheableCall(method, cacheable, spec, this.engine.get(), calls)
				: new CacheableProtectedCall(method, cacheable, spec, this.engine.get(), calls);
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
			boolean foreign = hasForeignEntries(method);
			CallSpec<Object> spec = foreign ? ForeignPolicies.spec(method, resolver, entries)
					: new CallSpec<>(method.cacheName(), resolver.resolve(method.cacheName(), method.settings()),
							entries.codec(method.cacheName(), method.type()));
			checkFallback(method, spec.policy());
			if (foreign) {
				this.cacheables.get().foreign(method.cacheName(), spec.policy().usesStaleCopies());
			}
			return spec;
		}
		catch (InvalidSettingsException ex) {
			throw invalid(method, ex.getProblem(), StringUtils.capitalize(ex.getAction()), ex);
		}
		catch (IllegalArgumentException ex) {
			throw invalid(method, ex.getMessage(),
					"Change the annotation, or the properties below stampede.defaults or "
							+ PolicySettings.property(method.cacheName(), ""),
					ex);
		}
	}

	// that it is not used may be the wish of a stronger place, but not of every place
	private void checkFallback(ProtectedMethod method, StampedePolicy policy) {
		boolean used = method.fallback() == null || policy.onLose().contains(OnLose.RETURN_DEFAULT)
				|| layers(method).stream()
					.takeWhile((layer) -> layer.origin() != PolicyLayer.Origin.BUILT_IN)
					.map((layer) -> layer.settings().onLose())
					.anyMatch((chain) -> chain != null && chain.contains(OnLose.RETURN_DEFAULT));
		if (!used) {
			String chain = policy.onLose().stream().map((step) -> "OnLose." + step).collect(Collectors.joining(", "));
			throw new InvalidSettingsException(
					"it has a fallback, which losers get by RETURN_DEFAULT only, and its on-lose is " + policy.onLose(),
					"Write onLose = { " + chain + ", OnLose.RETURN_DEFAULT } in the annotation, or remove fallback");
		}
	}

	/**
	 * Describes the policy of a method, for operators.
	 * @param method the method
	 * @return its policy and what it is made of
	 */
	PolicyUse use(ProtectedMethod method) {
		return new PolicyUse(method.cacheName(), method.description(), spec(method).policy(), layers(method),
				hasForeignEntries(method));
	}

	private List<PolicyLayer> layers(ProtectedMethod method) {
		List<PolicyLayer> layers = this.policies.get().layers(method.cacheName(), method.settings());
		return hasForeignEntries(method) ? ForeignPolicies.layers(layers) : layers;
	}

	/**
	 * Checks methods that are all known.
	 * @param methods the methods
	 * @throws InvalidStampedeProtectedException if they cannot work, or not together
	 */
	void check(Collection<ProtectedMethod> methods) {
		methods.forEach(this::spec);
		BesideCacheable.checkNames(methods, this::hasForeignEntries);
		ForeignPolicies.checkAgreement(methods.stream().filter(this::hasForeignEntries).toList(),
				(method) -> spec(method).policy().usesStaleCopies());
	}

	private static InvalidStampedeProtectedException invalid(ProtectedMethod method, @Nullable String problem,
			String action, IllegalArgumentException cause) {
		return new InvalidStampedeProtectedException(
				"@StampedeProtected on " + method.description() + " cannot work: " + problem, action, cause);
	}

	private boolean hasForeignEntries(ProtectedMethod method) {
		CacheableOperation cacheable = method.cacheable();
		if (cacheable == null) {
			return false;
		}
		CacheableCalls calls = this.cacheables.get();
		calls.check(cacheable);
		return !calls.isOurs(cacheable);
	}

}
