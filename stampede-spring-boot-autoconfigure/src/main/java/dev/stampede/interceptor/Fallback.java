package dev.stampede.interceptor;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;

import dev.stampede.StampedeException;

/**
 * Fallback methods of a protected method. Which of them runs depends on the exception
 * that the loser would have got.
 *
 * @param candidates the methods, the most specific last parameter first, the one without
 * it last
 * @param parameterCount the number of parameters of the protected method
 */
record Fallback(List<Method> candidates, int parameterCount) {

	@Nullable Object invoke(MethodInvocation invocation, StampedeException reason) throws Throwable {
		Method method = select(reason);
		@Nullable Object[] arguments = Arrays.copyOf(invocation.getArguments(), method.getParameterCount());
		if (takesReason(method)) {
			arguments[this.parameterCount] = reason;
		}
		return AopUtils.invokeJoinpointUsingReflection(invocation.getThis(), method, arguments);
	}

	private Method select(StampedeException reason) {
		for (Method candidate : this.candidates) {
			if (!takesReason(candidate) || candidate.getParameterTypes()[this.parameterCount].isInstance(reason)) {
				return candidate;
			}
		}
		throw reason; // not reached: the last candidate takes any reason
	}

	private boolean takesReason(Method method) {
		return method.getParameterCount() > this.parameterCount;
	}

}
