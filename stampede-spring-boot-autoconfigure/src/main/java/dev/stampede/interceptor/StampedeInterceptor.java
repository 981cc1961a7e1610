package dev.stampede.interceptor;

import java.lang.reflect.Method;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.core.MethodClassKey;

/**
 * Interceptor that sends the calls of protected methods through the engine. Safe for use
 * by several threads.
 */
final class StampedeInterceptor implements MethodInterceptor {

	private final ProtectedMethods methods;

	private final Protection protection;

	private final ConcurrentMap<MethodClassKey, Optional<MethodInterceptor>> calls = new ConcurrentHashMap<>();

	// most methods are called on one class; these are found without making a key
	private final ConcurrentMap<Method, Bound> bound = new ConcurrentHashMap<>();

	StampedeInterceptor(ProtectedMethods methods, Protection protection) {
		this.methods = methods;
		this.protection = protection;
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		Method method = invocation.getMethod();
		Class<?> targetClass = targetClass(invocation);
		Bound bound = this.bound.get(method);
		if (bound == null || bound.targetClass != targetClass) {
			bound = new Bound(targetClass, find(method, targetClass));
			this.bound.putIfAbsent(method, bound);
		}
		MethodInterceptor call = bound.call;
		return (call != null) ? call.invoke(invocation) : invocation.proceed();
	}

	private @Nullable MethodInterceptor find(Method method, Class<?> targetClass) {
		MethodClassKey key = new MethodClassKey(method, targetClass);
		Optional<MethodInterceptor> call = this.calls.get(key);
		if (call == null) {
			Optional<MethodInterceptor> found = bind(method, targetClass);
			Optional<MethodInterceptor> raced = this.calls.putIfAbsent(key, found);
			call = (raced != null) ? raced : found;
		}
		return call.orElse(null);
	}

	private Optional<MethodInterceptor> bind(Method method, Class<?> targetClass) {
		return Optional.ofNullable(this.methods.find(method, targetClass)).map(this.protection::bind);
	}

	private static Class<?> targetClass(MethodInvocation invocation) {
		Object target = invocation.getThis();
		if (target != null) {
			return target.getClass();
		}
		return (invocation instanceof ProxyMethodInvocation proxied) ? proxied.getProxy().getClass()
				: invocation.getMethod().getDeclaringClass();
	}

	/**
	 * What a method does on the class that it was called on first.
	 *
	 * @param targetClass the class
	 * @param call the call, or null if it just runs
	 */
	private record Bound(Class<?> targetClass, @Nullable MethodInterceptor call) {

	}

}
