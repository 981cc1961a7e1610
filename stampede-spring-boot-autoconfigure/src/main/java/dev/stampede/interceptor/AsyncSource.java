package dev.stampede.interceptor;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import dev.stampede.StampedeException;
import dev.stampede.engine.DefaultValues;
import dev.stampede.engine.SourceCall;
import dev.stampede.event.StampedeObserver;

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
		return read(StampedeObserver.Observed.NOT);
	}

	// what is observed goes inside of what the caller's thread was bound to
	@Override
	public CompletionStage<? extends @Nullable Object> read(StampedeObserver.Observed observed) {
		try {
			return stage(() -> {
				StampedeObserver.Scope scope = observed.open();
				try {
					return taken(this.method.proceed(this.invocation));
				}
				finally {
					scope.close();
				}
			}, "method");
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
		return stage(() -> taken(fallback.invoke(this.invocation, reason)), "fallback");
	}

	private @Nullable CompletionStage<? extends @Nullable Object> taken(@Nullable Object given) {
		return (given != null) ? this.stages.apply(given) : null;
	}

	private CompletionStage<? extends @Nullable Object> stage(
			CallContext.Task<CompletionStage<? extends @Nullable Object>> giver, String name) throws Throwable {
		CompletionStage<? extends @Nullable Object> stage = this.context.with(giver);
		if (stage == null) {
			throw new IllegalStateException("The " + name + " of " + this.method.description()
					+ " returned null instead of a future or a publisher");
		}
		return stage;
	}

}
