package dev.stampede.interceptor;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import org.aopalliance.aop.Advice;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.cache.annotation.AnnotationCacheOperationSource;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.core.MethodClassKey;
import org.springframework.core.Ordered;

/**
 * Binds calls of methods with Spring's cache annotations before Spring's cache
 * interceptor sees them. It joins the proxies that caching makes anyway.
 *
 * @since 0.1.0
 */
public final class CachedInvocationAdvisor extends AbstractPointcutAdvisor {

	/** Before whatever order caching has been given, behind what must come first. */
	private static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 100;

	private final transient AnnotationCacheOperationSource source = new AnnotationCacheOperationSource(false);

	private final transient ConcurrentMap<MethodClassKey, Optional<CachedMethod>> methods = new ConcurrentHashMap<>();

	private final transient Set<String> cacheNames = ConcurrentHashMap.newKeySet();

	private final transient Pointcut pointcut = new CachedMethodPointcut();

	private final transient MethodInterceptor advice = this::invoke;

	private final transient CachedInvocations invocations;

	/**
	 * Creates the advisor.
	 * @param invocations where calls are bound
	 */
	public CachedInvocationAdvisor(CachedInvocations invocations) {
		this.invocations = invocations;
		setOrder(ORDER);
	}

	@Override
	public Pointcut getPointcut() {
		return this.pointcut;
	}

	@Override
	public Advice getAdvice() {
		return this.advice;
	}

	/**
	 * Returns the names of the caches that the methods seen so far use.
	 * @return the names
	 */
	public Set<String> getCacheNames() {
		return Set.copyOf(this.cacheNames);
	}

	private @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		Object target = invocation.getThis();
		Class<?> targetClass = (target != null) ? AopUtils.getTargetClass(target)
				: invocation.getMethod().getDeclaringClass();
		Optional<CachedMethod> method = this.methods.computeIfAbsent(
				new MethodClassKey(invocation.getMethod(), targetClass), (key) -> find(invocation, targetClass));
		return method.isPresent()
				? this.invocations.proceed(new CachedInvocation(method.get(), invocation.getArguments()), invocation)
				: invocation.proceed();
	}

	private Optional<CachedMethod> find(MethodInvocation invocation, Class<?> targetClass) {
		Method method = AnnotatedMethods.specific(invocation.getMethod(), targetClass);
		Collection<CacheOperation> operations = this.source.getCacheOperations(invocation.getMethod(), targetClass);
		return Optional.ofNullable(operations).map((found) -> CachedMethod.of(method, targetClass, found));
	}

	/** The methods that Spring's cache interceptor is for. */
	private final class CachedMethodPointcut extends StaticMethodMatcherPointcut {

		private CachedMethodPointcut() {
			setClassFilter(CachedInvocationAdvisor.this.source::isCandidateClass);
		}

		@Override
		public boolean matches(Method method, Class<?> targetClass) {
			Collection<CacheOperation> operations = CachedInvocationAdvisor.this.source.getCacheOperations(method,
					targetClass);
			if (operations == null) {
				return false;
			}
			operations
				.forEach((operation) -> CachedInvocationAdvisor.this.cacheNames.addAll(operation.getCacheNames()));
			return true;
		}

	}

}
