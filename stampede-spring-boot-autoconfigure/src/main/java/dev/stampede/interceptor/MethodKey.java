package dev.stampede.interceptor;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/**
 * Key of the calls of a method.
 */
@FunctionalInterface
interface MethodKey {

	/**
	 * Returns the key.
	 * @param invocation the call
	 * @return the key, or null to run the method unprotected
	 */
	@Nullable Object of(MethodInvocation invocation);

	/**
	 * Returns the key without an expression: one argument is the key itself, several are
	 * a tuple, none is a constant.
	 * @param parameterCount the number of parameters
	 * @return the key
	 */
	static MethodKey ofArguments(int parameterCount) {
		return (parameterCount == 1) ? argument(0) : MethodInvocation::getArguments;
	}

	/**
	 * Returns the key that is one argument.
	 * @param index the index of the argument
	 * @return the key
	 */
	static MethodKey argument(int index) {
		return (invocation) -> invocation.getArguments()[index];
	}

}
