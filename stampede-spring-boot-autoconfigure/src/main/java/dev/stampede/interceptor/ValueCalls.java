package dev.stampede.interceptor;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import dev.stampede.StampedeException;
import dev.stampede.engine.CallSpec;
import dev.stampede.engine.SourceCall;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.key.EntryKey;

/**
 * Calls of methods that return the value itself, on their caller's thread.
 */
final class ValueCalls implements CallStyle {

	@Override
	public @Nullable Object call(StampedeEngine engine, CallSpec<Object> spec, EntryKey key, ProtectedMethod method,
			MethodInvocation invocation) throws Throwable {
		return engine.call(spec, key, new Source(method, invocation));
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
			return this.method.proceed(this.invocation);
		}

		@Override
		public boolean isStorable(@Nullable Object value) {
			return this.method.isStorable(this.invocation, value);
		}

		@Override
		public @Nullable Object defaultValue(StampedeException reason) throws Throwable {
			return this.method.defaultValue(this.invocation, reason);
		}

	}

}
