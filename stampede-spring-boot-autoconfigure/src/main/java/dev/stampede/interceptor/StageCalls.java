package dev.stampede.interceptor;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import dev.stampede.engine.CallSpec;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.key.EntryKey;

/**
 * Calls of methods that return a {@link CompletionStage}. The method runs on the engine's
 * executor, with what was bound to its caller's thread, and only when the call wins.
 */
final class StageCalls implements CallStyle {

	@Override
	public CompletableFuture<@Nullable Object> call(StampedeEngine engine, CallSpec<Object> spec, EntryKey key,
			ProtectedMethod method, MethodInvocation invocation) {
		return engine.callAsync(spec, key,
				new AsyncSource(method, invocation, CallContext.capture(), StageCalls::asDeclared));
	}

	@SuppressWarnings("unchecked") // what the method is declared to return
	private static CompletionStage<? extends @Nullable Object> asDeclared(Object stage) {
		return (CompletionStage<@Nullable Object>) stage;
	}

}
