package dev.stampede.cache;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.cache.interceptor.CacheableOperation;

import dev.stampede.StampedeException;
import dev.stampede.engine.CallSpec;
import dev.stampede.engine.SourceCall;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.interceptor.ProtectedMethod;
import dev.stampede.key.EntryKey;

/**
 * A protected method whose {@code @Cacheable} is on our own manager. Both mean one and
 * the same entry, so the call is protected like any other. What Spring's cache
 * interceptor then looks for and puts is this very read, which our caches know.
 *
 * @param method the method
 * @param operation what its {@code @Cacheable} says
 * @param spec what the engine keeps of it
 * @param engine the engine
 * @param binding knows Spring's cache abstraction
 */
record OwnCacheCall(ProtectedMethod method, CacheableOperation operation, CallSpec<Object> spec, StampedeEngine engine,
		CacheableBinding binding) implements MethodInterceptor {

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		Object target = invocation.getThis();
		CacheableCall call = (target != null)
				? this.binding.of(this.operation, invocation.getMethod(), target, invocation.getArguments()) : null;
		EntryKey key = (call != null && call.isCached()) ? call.entryKey(this.spec.cacheName()) : null;
		if (call == null || key == null) {
			this.engine.bypassed(this.spec.cacheName());
			return invocation.proceed();
		}
		return this.engine.call(this.spec, key, new Source(this.method, call, invocation));
	}

	/**
	 * The rest of the call as a source.
	 *
	 * @param method the method
	 * @param call what Spring says about the call
	 * @param invocation the call
	 */
	private record Source(ProtectedMethod method, CacheableCall call,
			MethodInvocation invocation) implements SourceCall.Blocking<Object> {

		@Override
		public @Nullable Object read() throws Throwable {
			return this.method.proceed(this.invocation);
		}

		@Override
		public boolean isStorable(@Nullable Object value) {
			return this.call.isStorable(value);
		}

		@Override
		public @Nullable Object defaultValue(StampedeException reason) throws Throwable {
			return this.method.defaultValue(this.invocation, reason);
		}

	}

}
