package dev.stampede.interceptor;

import java.lang.reflect.Type;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.cache.interceptor.CacheableOperation;

import dev.stampede.policy.PolicySettings;

/**
 * What an annotation says about one method of one class, checked.
 *
 * @param description the method, for messages
 * @param cacheName the name of the cache
 * @param settings what the annotation says about the policy
 * @param type the declared type of the values
 * @param style how calls are made
 * @param key makes the key
 * @param condition decides whether a call is protected; null for always
 * @param unless decides whether a value is kept from being stored; null for never
 * @param cacheable what a {@code @Cacheable} beside the annotation says; null if there is
 * none
 * @param fallback makes the default; null for what fits the type
 */
record ProtectedMethod(String description, String cacheName, PolicySettings settings, Type type, CallStyle style,
		MethodKey key, @Nullable MethodExpression condition, @Nullable MethodExpression unless,
		@Nullable CacheableOperation cacheable, @Nullable Fallback fallback) {

	@Nullable Object proceed(MethodInvocation invocation) throws Throwable {
		// it may proceed when this call has done so long ago
		return (invocation instanceof ProxyMethodInvocation proxied) ? proxied.invocableClone().proceed()
				: invocation.proceed();
	}

	boolean isStorable(MethodInvocation invocation, @Nullable Object value) {
		return this.unless == null || !this.unless.holds(invocation, value);
	}

}
