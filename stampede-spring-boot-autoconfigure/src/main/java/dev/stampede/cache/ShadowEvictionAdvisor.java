package dev.stampede.cache;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

import org.aopalliance.aop.Advice;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.BeanNameAware;
import org.springframework.cache.interceptor.CacheEvictOperation;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.CacheOperationSource;
import org.springframework.cache.interceptor.CachePutOperation;

import dev.stampede.engine.StampedeEngine;
import dev.stampede.interceptor.AdvisorReference;
import dev.stampede.key.EntryKey;

/**
 * An advisor that evicts shadow entries together with what the application's methods
 * evict from the external cache, or put into it. It joins the proxies that caching makes
 * anyway, and looks at nothing unless there are shadow entries.
 *
 * @since 0.1.0
 */
public final class ShadowEvictionAdvisor extends AbstractPointcutAdvisor implements BeanFactoryAware, BeanNameAware {

	private static final Log logger = LogFactory.getLog(ShadowEvictionAdvisor.class);

	private final transient CacheOperationSource source;

	private final transient IntSupplier order;

	private transient @Nullable BeanFactory beanFactory;

	private transient @Nullable String name;

	private final transient Pointcut pointcut;

	private final transient MethodInterceptor advice = this::invoke;

	private final transient Supplier<CacheableBinding> binding;

	private final transient Supplier<StampedeEngine> engine;

	private final transient Supplier<Executor> executor;

	private final transient Set<CacheOperation> warned = ConcurrentHashMap.newKeySet();

	/**
	 * Creates the advisor.
	 * @param binding gives what knows the caches, asked for at the first call
	 * @param engine gives the engine, asked for when there is a shadow entry to evict
	 * @param executor gives what runs evictions after a future has completed
	 * @param source what methods say to Spring's cache interceptor
	 * @param order gives the order of the advice, before that of the cache interceptor
	 */
	public ShadowEvictionAdvisor(Supplier<CacheableBinding> binding, Supplier<StampedeEngine> engine,
			Supplier<Executor> executor, CacheOperationSource source, IntSupplier order) {
		this.binding = binding;
		this.engine = engine;
		this.executor = executor;
		this.source = source;
		this.pointcut = new WritingMethodPointcut();
		this.order = order;
	}

	@Override
	public void setBeanFactory(BeanFactory beanFactory) {
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

	@Override
	public Pointcut getPointcut() {
		return this.pointcut;
	}

	@Override
	public Advice getAdvice() {
		return this.advice;
	}

	private Object writeReplace() {
		return new AdvisorReference(Objects.requireNonNull(this.beanFactory), Objects.requireNonNull(this.name));
	}

	private @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		Object target = invocation.getThis();
		if (target == null || !this.binding.get().hasShadowEntries()) {
			return invocation.proceed();
		}
		Class<?> targetClass = AopUtils.getTargetClass(target);
		List<CacheOperation> operations = writes(invocation.getMethod(), targetClass);
		operations.stream().filter(ShadowEvictionAdvisor::isEarly).forEach((early) -> drop(early, invocation, null));
		Object result = invocation.proceed();
		if (result instanceof CompletionStage<?> stage) {
			// as Spring does, with what it completes with
			stage.thenAcceptAsync((value) -> dropLate(operations, invocation, value), this.executor.get());
		}
		else {
			dropLate(operations, invocation, result);
		}
		return result;
	}

	private void dropLate(List<CacheOperation> operations, MethodInvocation invocation, @Nullable Object result) {
		operations.stream().filter((write) -> !isEarly(write)).forEach((late) -> drop(late, invocation, result));
	}

	// the application's own cache has been written to: its method has done its work
	private void drop(CacheOperation operation, MethodInvocation invocation, @Nullable Object result) {
		Object target = invocation.getThis();
		if (target == null) {
			return;
		}
		try {
			this.binding.get()
				.forEach(operation, invocation.getMethod(), target, invocation.getArguments(), result, this::drop);
		}
		catch (RuntimeException ex) {
			if (this.warned.add(operation)) {
				logger.warn(
						"Stale copies of " + operation.getCacheNames() + " were not evicted with the entries that they "
								+ "stand for, and may be served for their stale window. Logged once for each method",
						ex);
			}
		}
	}

	private void drop(String cacheName, @Nullable EntryKey key) {
		if (key != null) {
			this.engine.get().evict(key);
		}
		else {
			this.engine.get().clear(cacheName);
		}
	}

	private List<CacheOperation> writes(Method method, Class<?> targetClass) {
		Collection<CacheOperation> operations = this.source.getCacheOperations(method, targetClass);
		return (operations != null) ? operations.stream().filter(ShadowEvictionAdvisor::isWrite).toList() : List.of();
	}

	private static boolean isWrite(CacheOperation operation) {
		return operation instanceof CacheEvictOperation || operation instanceof CachePutOperation;
	}

	private static boolean isEarly(CacheOperation operation) {
		return operation instanceof CacheEvictOperation eviction && eviction.isBeforeInvocation();
	}

	/** The methods that evict or put. */
	private final class WritingMethodPointcut extends StaticMethodMatcherPointcut {

		private WritingMethodPointcut() {
			setClassFilter(ShadowEvictionAdvisor.this.source::isCandidateClass);
		}

		@Override
		public boolean matches(Method method, Class<?> targetClass) {
			return !writes(method, targetClass).isEmpty();
		}

	}

}
