package dev.stampede.interceptor;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import dev.stampede.DefaultValues;
import dev.stampede.SourceCall;
import dev.stampede.StampedeException;

/**
 * A method that returns a future or a publisher, as a source.
 *
 * @param method the method
 * @param invocation the call
 * @param context what the caller's thread, or subscription, was bound to
 * @param stages makes a stage of what the method returned
 */
record AsyncSource(ProtectedMethod method, MethodInvocation invocation, CallContext context,
		Function<Object, CompletionStage<? extends @Nullable Object>> stages) implements SourceCall.Async<Object> {

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

	private CompletionStage<? extends @Nullable Object> stage(CallContext.Task<Object> giver, String name)
			throws Throwable {
		CompletionStage<? extends @Nullable Object> stage = this.context.with(() -> {
			Object given = giver.run();
			return (given != null) ? this.stages.apply(given) : null;
		});
		if (stage == null) {
			throw new IllegalStateException("The " + name + " of " + this.method.description()
					+ " returned null instead of a future or a publisher");
		}
		return stage;
	}

}
