package dev.stampede.interceptor;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import dev.stampede.CallSpec;
import dev.stampede.DefaultValues;
import dev.stampede.EntryKey;
import dev.stampede.SourceCall;
import dev.stampede.StampedeEngine;
import dev.stampede.StampedeException;

/**
 * Calls of methods that return a {@link CompletionStage}. The method runs on the engine's
 * executor, with what was bound to its caller's thread, and only when the call wins.
 */
final class StageCalls implements CallStyle {

	@Override
	public CompletableFuture<@Nullable Object> call(StampedeEngine engine, CallSpec<Object> spec, EntryKey key,
			ProtectedMethod method, MethodInvocation invocation) {
		return engine.callAsync(spec, key, new Source(method, invocation, CallContext.capture()));
	}

	/**
	 * The method as a source.
	 *
	 * @param method the method
	 * @param invocation the call
	 * @param context what the caller's thread was bound to
	 */
	private record Source(ProtectedMethod method, MethodInvocation invocation,
			CallContext context) implements SourceCall.Async<Object> {

		@Override
		public CompletionStage<? extends @Nullable Object> read() {
			try {
				return stage(() -> this.method.proceed(this.invocation), "method");
			}
			catch (Throwable ex) {
				return CompletableFuture.failedStage(ex);
			}
		}

		@Override
		public boolean isStorable(@Nullable Object value) {
			return this.method.isStorable(this.invocation, value);
		}

		@Override
		public CompletionStage<? extends @Nullable Object> defaultValue(StampedeException reason) throws Throwable {
			Fallback fallback = this.method.fallback();
			if (fallback == null) {
				return CompletableFuture.completedStage(DefaultValues.fitting(this.method.type()));
			}
			return stage(() -> fallback.invoke(this.invocation, reason), "fallback");
		}

		@SuppressWarnings("unchecked") // as declared
		private CompletionStage<? extends @Nullable Object> stage(CallContext.Task<Object> giver, String name)
				throws Throwable {
			return (CompletionStage<@Nullable Object>) this.method.present(this.context.with(giver), name);
		}

	}

}
