package dev.stampede.interceptor;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of the calls of a protected method.
 */
@FunctionalInterface
interface MethodCall {

	/**
	 * Makes a call.
	 * @param invocation the call
	 * @return what the caller gets
	 * @throws Throwable what the caller gets instead
	 */
	@Nullable Object make(MethodInvocation invocation) throws Throwable;

}
