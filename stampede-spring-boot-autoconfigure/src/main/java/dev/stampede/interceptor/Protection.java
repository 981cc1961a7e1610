package dev.stampede.interceptor;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

import dev.stampede.OnLose;
import dev.stampede.StampedeConfigurationException;
import dev.stampede.engine.CallSpec;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.policy.InvalidSettingsException;
import dev.stampede.policy.PolicyResolver;
import dev.stampede.policy.PolicySettings;
import dev.stampede.policy.PolicyUse;
import dev.stampede.policy.StampedePolicy;
import dev.stampede.store.EntryStore;

/**
 * Binding of protected methods to engine, store and policies, which are asked for at the
 * first call so that no bean is created early.
 *
 * @param engine gives the engine
 * @param store gives the store that the engine uses
 * @param policies gives the policies
 * @param beside gives the binding of methods that also carry {@code @Cacheable}
 */
record Protection(Supplier<StampedeEngine> engine, Supplier<EntryStore> store, Supplier<PolicyResolver> policies,
		Supplier<? extends CallBinding> beside) {

	MethodInterceptor bind(ProtectedMethod method) {
		return resolve(method).calls().apply(this.engine.get());
	}

	/**
	 * Resolves policy and codec of a method.
	 * @param method the method
	 * @return what its calls are bound to
	 * @throws InvalidStampedeProtectedException if they cannot work
	 */
	CallBinding.Bound resolve(ProtectedMethod method) {
		EntryStore entries = this.store.get();
		PolicyResolver resolver = this.policies.get();
		try {
			CallBinding.Bound bound = (method.cacheable() != null) ? this.beside.get().bind(method, resolver, entries)
					: own(method, resolver, entries);
			checkFallback(method, bound);
			return bound;
		}
		catch (InvalidSettingsException ex) {
			throw invalid(method, ex.getProblem(), StringUtils.capitalize(ex.getAction()), ex);
		}
		catch (StampedeConfigurationException ex) {
			throw ex;
		}
		catch (IllegalArgumentException ex) {
			throw invalid(method, ex.getMessage(),
					"Change the annotation, or the properties below stampede.defaults or "
							+ PolicySettings.property(method.cacheName(), ""),
					ex);
		}
	}

	private static CallBinding.Bound own(ProtectedMethod method, PolicyResolver policies, EntryStore store) {
		CallSpec<Object> spec = method.spec(policies, store);
		return new CallBinding.Bound(spec, policies.layers(method.cacheName(), method.settings()), false,
				(engine) -> new ProtectedCall(method, spec, engine));
	}

	// that it is not used may be the wish of a stronger place, but not of every place
	private static void checkFallback(ProtectedMethod method, CallBinding.Bound bound) {
		StampedePolicy policy = bound.spec().policy();
		boolean used = method.fallback() == null || policy.onLose().contains(OnLose.RETURN_DEFAULT)
				|| bound.layers()
					.stream()
					.takeWhile((layer) -> layer.origin() != PolicyUse.Origin.BUILT_IN)
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
		CallBinding.Bound bound = resolve(method);
		return new PolicyUse(method.cacheName(), method.description(), bound.spec().policy(), bound.layers(),
				bound.external());
	}

	/**
	 * Checks methods that are all known.
	 * @param methods the methods
	 * @throws InvalidStampedeProtectedException if they cannot work, or not together
	 */
	void check(Collection<ProtectedMethod> methods) {
		Map<ProtectedMethod, CallBinding.Bound> bound = new LinkedHashMap<>();
		methods.forEach((method) -> bound.put(method, resolve(method)));
		BesideCacheable.checkTogether(bound);
	}

	private static InvalidStampedeProtectedException invalid(ProtectedMethod method, @Nullable String problem,
			String action, IllegalArgumentException cause) {
		return new InvalidStampedeProtectedException(
				"@StampedeProtected on " + method.description() + " cannot work: " + problem, action, cause);
	}

}
