package dev.stampede.interceptor;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import dev.stampede.engine.CallSpec;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.key.EntryKey;

/**
 * Style of calls of methods with one kind of return type: how they hand out what the
 * engine gives them.
 */
interface CallStyle {

	/**
	 * Makes a protected call.
	 * @param engine the engine
	 * @param spec what the engine keeps of the method
	 * @param key the key of the call
	 * @param method the method
	 * @param invocation the call
	 * @return what the method returns
	 * @throws Throwable what the caller gets
	 */
	@Nullable Object call(StampedeEngine engine, CallSpec<Object> spec, EntryKey key, ProtectedMethod method,
			MethodInvocation invocation) throws Throwable;

}
