package dev.stampede.cache;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.IntSupplier;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanNameAware;
import org.springframework.cache.interceptor.BeanFactoryCacheOperationSourceAdvisor;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.CacheOperationSource;
import org.springframework.core.MethodClassKey;

import dev.stampede.interceptor.AdvisorReference;

/**
 * An advisor that binds calls of methods with Spring's cache annotations before Spring's
 * cache interceptor sees them. It joins the proxies that caching makes anyway.
 *
 * @since 0.1.0
 */
public final class CachedInvocationAdvisor extends BeanFactoryCacheOperationSourceAdvisor implements BeanNameAware {

	private final transient NamingSource source;

	private final transient ConcurrentMap<MethodClassKey, Optional<CachedMethod>> methods = new ConcurrentHashMap<>();

	private final transient CachedInvocations invocations;

	private final transient IntSupplier order;

	private transient @Nullable BeanFactory beanFactory;

	private transient @Nullable String name;

	/**
	 * Creates the advisor.
	 * @param invocations where calls are bound
	 * @param source what methods say to Spring's cache interceptor
	 * @param order gives the order of the advice, before that of the cache interceptor
	 */
	public CachedInvocationAdvisor(CachedInvocations invocations, CacheOperationSource source, IntSupplier order) {
		this.invocations = invocations;
		this.source = new NamingSource(source);
		setCacheOperationSource(this.source);
		setAdvice((MethodInterceptor) this::invoke);
		this.order = order;
	}

	@Override
	public void setBeanFactory(BeanFactory beanFactory) {
		super.setBeanFactory(beanFactory);
		this.beanFactory = beanFactory;
	}

	@Override
	public void setBeanName(String name) {
		this.name = name;
	}

	@Override
	public int getOrder() {
		return this.order.getAsInt();
	}

	/**
	 * Returns the names of the caches that the methods seen so far use.
	 * @return the names
	 */
	public Set<String> getCacheNames() {
		return Set.copyOf(this.source.names);
	}

	private Object writeReplace() {
		return new AdvisorReference(Objects.requireNonNull(this.beanFactory), Objects.requireNonNull(this.name));
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
		Method method = Proxy.isProxyClass(targetClass) ? invocation.getMethod()
				: AopUtils.getMostSpecificMethod(invocation.getMethod(), targetClass);
		Collection<CacheOperation> operations = this.source.getCacheOperations(invocation.getMethod(), targetClass);
		return Optional.ofNullable(operations).map((found) -> CachedMethod.of(method, targetClass, found));
	}

	/** A source that remembers the caches which it was asked about. */
	private static final class NamingSource implements CacheOperationSource {

		private final CacheOperationSource source;

		private final Set<String> names = ConcurrentHashMap.newKeySet();

		private NamingSource(CacheOperationSource source) {
			this.source = source;
		}

		@Override
		public boolean isCandidateClass(Class<?> targetClass) {
			return this.source.isCandidateClass(targetClass);
		}

		@Override
		public @Nullable Collection<CacheOperation> getCacheOperations(Method method, @Nullable Class<?> targetClass) {
			Collection<CacheOperation> operations = this.source.getCacheOperations(method, targetClass);
			if (operations != null) {
				operations.forEach((operation) -> this.names.addAll(operation.getCacheNames()));
			}
			return operations;
		}

	}

}
