package dev.stampede.interceptor;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;

import dev.stampede.CallSpec;
import dev.stampede.DefaultValues;
import dev.stampede.EntryKey;
import dev.stampede.SourceCall;
import dev.stampede.StampedeEngine;
import dev.stampede.StampedeException;

/**
 * A protected method together with the engine that its calls go through.
 *
 * @param method the method
 * @param spec what the engine keeps of it
 * @param engine the engine
 */
record ProtectedCall(ProtectedMethod method, CallSpec<Object> spec, StampedeEngine engine) {

	@Nullable Object make(MethodInvocation invocation) throws Throwable {
		MethodExpression condition = this.method.condition();
		if (condition != null && !condition.holds(invocation)) {
			return bypass(invocation);
		}
		Object key = this.method.key().of(invocation);
		return (key != null) ? this.engine.call(this.spec, render(key), new Source(this.method, invocation))
				: bypass(invocation);
	}

	private @Nullable Object bypass(MethodInvocation invocation) throws Throwable {
		this.engine.bypassed(this.spec.cacheName());
		return invocation.proceed();
	}

	private EntryKey render(Object key) {
		try {
			return EntryKey.of(this.spec.cacheName(), key);
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException("The key of @StampedeProtected on " + this.method.description()
					+ " cannot be used: " + ex.getMessage(), ex);
		}
	}

	/**
	 * The method as a source.
	 *
	 * @param method the method
	 * @param invocation the call
	 */
	private record Source(ProtectedMethod method, MethodInvocation invocation) implements SourceCall.Blocking<Object> {

		@Override
		public @Nullable Object read() throws Throwable {
			// a background refresh may proceed when this call has done so long ago
			return (this.invocation instanceof ProxyMethodInvocation proxied) ? proxied.invocableClone().proceed()
					: this.invocation.proceed();
		}

		@Override
		public boolean isStorable(@Nullable Object value) {
			MethodExpression unless = this.method.unless();
			return unless == null || !unless.holds(this.invocation, value);
		}

		@Override
		public @Nullable Object defaultValue(StampedeException reason) throws Throwable {
			Fallback fallback = this.method.fallback();
			return (fallback != null) ? fallback.invoke(this.invocation, reason)
					: DefaultValues.fitting(this.method.type());
		}

	}

}
