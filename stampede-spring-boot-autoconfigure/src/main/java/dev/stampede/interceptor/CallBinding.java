package dev.stampede.interceptor;

import java.util.List;
import java.util.function.Function;

import org.aopalliance.intercept.MethodInterceptor;

import dev.stampede.engine.CallSpec;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.policy.PolicyResolver;
import dev.stampede.policy.PolicyUse;
import dev.stampede.store.EntryStore;

/**
 * The seam to Spring's cache abstraction: from a protected method that also carries
 * {@code @Cacheable} to the calls that it makes. Safe for use by several threads.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface CallBinding {

	/**
	 * Binds a method.
	 * @param method a method that also carries {@code @Cacheable}
	 * @param policies the policies
	 * @param store makes codecs
	 * @return what its calls are bound to
	 * @throws IllegalArgumentException if the method cannot be protected; the message
	 * says what to do
	 */
	Bound bind(ProtectedMethod method, PolicyResolver policies, EntryStore store);

	/**
	 * A method that is bound.
	 *
	 * @param spec what the engine keeps of the method
	 * @param layers what its policy is made of, the strongest first
	 * @param external whether its entries are in an external cache
	 * @param calls makes its calls with an engine
	 */
	record Bound(CallSpec<Object> spec, List<PolicyUse.Layer> layers, boolean external,
			Function<StampedeEngine, MethodInterceptor> calls) {

		/**
		 * Copies the list.
		 */
		public Bound {
			layers = List.copyOf(layers);
		}

	}

}
