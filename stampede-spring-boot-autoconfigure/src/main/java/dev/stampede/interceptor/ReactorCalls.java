package dev.stampede.interceptor;

import java.util.List;
import java.util.concurrent.CompletionStage;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

import dev.stampede.engine.CallSpec;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.key.EntryKey;

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
			ContextView within = Context.of(subscriber).put(Reading.class, reading);
			AsyncSource source = new AsyncSource(method, invocation, CallContext.capture(subscriber),
					(publisher) -> subscribe(publisher, within));
			if (reading.isNested()) {
				engine.bypassed(spec.cacheName());
				return Mono.fromCompletionStage(source::read);
			}
			return Mono.fromFuture(() -> engine.callAsync(spec, key, source));
		});
		return this.many ? mono.flatMapIterable((value) -> (List<?>) value) : mono;
	}

	private static CompletionStage<? extends @Nullable Object> subscribe(Object publisher, ContextView within) {
		Mono<?> mono = (publisher instanceof Flux<?> flux) ? flux.collectList() : (Mono<?>) publisher;
		return mono.contextWrite(within).toFuture();
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
