package dev.stampede.interceptor;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

import dev.stampede.CallSpec;
import dev.stampede.DefaultValues;
import dev.stampede.EntryKey;
import dev.stampede.SourceCall;
import dev.stampede.StampedeEngine;
import dev.stampede.StampedeException;

/**
 * Calls of methods that return a {@link Mono}, or a {@link Flux} that is collected.
 * Nothing happens before subscription; each subscription is a call of its own, and its
 * context is that of the method's publisher when it wins.
 */
final class ReactorCalls implements CallStyle {

	private final boolean many;

	ReactorCalls(boolean many) {
		this.many = many;
	}

	@Override
	public Object call(StampedeEngine engine, CallSpec<Object> spec, EntryKey key, ProtectedMethod method,
			MethodInvocation invocation) {
		Mono<Object> mono = Mono.deferContextual((subscriber) -> {
			Reading reading = new Reading(engine, key, subscriber.getOrDefault(Reading.class, null));
			Source source = new Source(method, invocation, CallContext.capture(subscriber),
					Context.of(subscriber).put(Reading.class, reading));
			if (reading.isNested()) {
				engine.bypassed(spec.cacheName());
				return Mono.fromCompletionStage(source::read);
			}
			return Mono.fromFuture(() -> engine.callAsync(spec, key, source));
		});
		return this.many ? mono.flatMapIterable((value) -> (List<?>) value) : mono;
	}

	/**
	 * The method as a source.
	 *
	 * @param method the method
	 * @param invocation the call
	 * @param context what the subscriber's thread and context bind
	 * @param subscriber the subscriber's context, and what is being read for it
	 */
	private record Source(ProtectedMethod method, MethodInvocation invocation, CallContext context,
			ContextView subscriber) implements SourceCall.Async<Object> {

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
			CallContext.Task<CompletableFuture<?>> task = () -> subscribe(this.method.present(giver.run(), name));
			return this.method.present(this.context.with(task), name);
		}

		private CompletableFuture<?> subscribe(Object publisher) {
			Mono<?> mono = (publisher instanceof Flux<?> flux) ? flux.collectList() : (Mono<?>) publisher;
			return mono.contextWrite(this.subscriber).toFuture();
		}

	}

	/**
	 * A read that goes on in a context, since a step of its publisher may run on any
	 * thread.
	 *
	 * @param engine the engine
	 * @param key the key
	 * @param outer the read around it
	 */
	private record Reading(StampedeEngine engine, EntryKey key, @Nullable Reading outer) {

		boolean isNested() {
			for (Reading around = this.outer; around != null; around = around.outer) {
				if (around.engine.equals(this.engine) && around.key.equals(this.key)) {
					return true;
				}
			}
			return false;
		}

	}

}
