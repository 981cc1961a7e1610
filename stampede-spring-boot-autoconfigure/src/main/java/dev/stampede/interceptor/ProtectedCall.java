package dev.stampede.interceptor;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import dev.stampede.engine.CallSpec;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.key.EntryKey;

/**
 * A protected method together with the engine that its calls go through.
 *
 * @param method the method
 * @param spec what the engine keeps of it
 * @param engine the engine
 */
record ProtectedCall(ProtectedMethod method, CallSpec<Object> spec,
		StampedeEngine engine) implements MethodInterceptor {

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		MethodExpression condition = this.method.condition();
		if (condition != null && !condition.holds(invocation)) {
			return bypass(invocation);
		}
		Object key = this.method.key().of(invocation);
		return (key != null) ? this.method.style().call(this.engine, this.spec, render(key), this.method, invocation)
				: bypass(invocation);
	}

	private @Nullable Object bypass(MethodInvocation invocation) throws Throwable {
		this.engine.bypassed(this.spec.cacheName());
		return invocation.proceed();
	}

	private EntryKey render(Object key) {
		try {
			return this.spec.key(key);
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException("The key of @StampedeProtected on " + this.method.description()
					+ " cannot be used: " + ex.getMessage(), ex);
		}
	}

}
