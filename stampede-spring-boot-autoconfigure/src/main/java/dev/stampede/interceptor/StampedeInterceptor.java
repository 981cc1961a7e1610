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
 * Sends the calls of protected methods through the engine. Safe for use by several
 * threads.
 */
final class StampedeInterceptor implements MethodInterceptor {

	private final ProtectedMethods methods;

	private final Protection protection;

	private final ConcurrentMap<MethodClassKey, Optional<MethodCall>> calls = new ConcurrentHashMap<>();

	StampedeInterceptor(ProtectedMethods methods, Protection protection) {
		this.methods = methods;
		this.protection = protection;
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		Class<?> targetClass = targetClass(invocation);
		MethodClassKey key = new MethodClassKey(invocation.getMethod(), targetClass);
		Optional<MethodCall> call = this.calls.get(key);
		if (call == null) {
			Optional<MethodCall> bound = bind(invocation.getMethod(), targetClass);
			Optional<MethodCall> raced = this.calls.putIfAbsent(key, bound);
			call = (raced != null) ? raced : bound;
		}
		return call.isPresent() ? call.get().make(invocation) : invocation.proceed();
	}

	private Optional<MethodCall> bind(Method method, Class<?> targetClass) {
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

}
