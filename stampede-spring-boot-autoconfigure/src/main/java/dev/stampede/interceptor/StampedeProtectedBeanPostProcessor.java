package dev.stampede.interceptor;

import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.Pointcut;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.aop.support.ComposablePointcut;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.support.MergedBeanDefinitionPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.Ordered;
import org.springframework.util.ClassUtils;

import dev.stampede.StampedeProtected;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.policy.PolicyResolver;
import dev.stampede.policy.PolicyUse;
import dev.stampede.store.EntryStore;

/**
 * Puts the protection of {@link StampedeProtected} before beans: outside transactions,
 * retries, asynchronous execution and the cache interceptor. It checks each annotated
 * method when its bean is created, and asks for the engine only at the first call.
 *
 * @since 0.1.0
 */
public final class StampedeProtectedBeanPostProcessor extends AbstractBeanFactoryAwareAdvisingPostProcessor
		implements MergedBeanDefinitionPostProcessor, SmartInitializingSingleton, PolicyUse.Source {

	private final transient Protection protection;

	private transient @Nullable ProtectedMethods methods;

	private volatile boolean started;

	/**
	 * Creates the post-processor.
	 * @param engine gives the engine
	 * @param store gives the store that the engine uses
	 * @param policies gives the policies
	 * @param beside gives the binding of methods that also carry {@code @Cacheable}
	 */
	public StampedeProtectedBeanPostProcessor(Supplier<StampedeEngine> engine, Supplier<EntryStore> store,
			Supplier<PolicyResolver> policies, Supplier<? extends CallBinding> beside) {
		this.protection = new Protection(engine, store, policies, beside);
		setBeforeExistingAdvisors(true);
		// Merged-definition post-processors run after all others, so ours is the
		// outermost advice; one step earlier than those that register what they see.
		setOrder(Ordered.LOWEST_PRECEDENCE - 1);
	}

	static Pointcut pointcut() {
		Pointcut types = new AnnotationMatchingPointcut(StampedeProtected.class, true);
		Pointcut methods = new AnnotationMatchingPointcut(null, StampedeProtected.class, true);
		return new ComposablePointcut(types).union(methods);
	}

	@Override
	public void setBeanFactory(BeanFactory beanFactory) {
		super.setBeanFactory(beanFactory);
		AnnotationSettings settings = new AnnotationSettings((text) -> resolve(beanFactory, text));
		ProtectedMethods found = new ProtectedMethods(new MethodChecks(settings, new MethodExpressions(beanFactory)));
		this.methods = found;
		this.advisor = new DefaultPointcutAdvisor(pointcut(), new StampedeInterceptor(found, this.protection));
	}

	@Override
	public void postProcessMergedBeanDefinition(RootBeanDefinition definition, Class<?> type, String beanName) {
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (this.methods != null && !(bean instanceof AopInfrastructureBean)) {
			check(bean, this.methods);
		}
		return super.postProcessAfterInitialization(bean, beanName);
	}

	@Override
	public void afterSingletonsInstantiated() {
		this.started = true;
		if (this.methods != null) {
			this.protection.check(this.methods.known());
		}
	}

	/**
	 * Returns the names of the caches that the methods seen so far use.
	 * @return the names
	 */
	public Set<String> getCacheNames() {
		Set<String> names = new TreeSet<>();
		if (this.methods != null) {
			this.methods.known().forEach((method) -> names.add(method.cacheName()));
		}
		return names;
	}

	@Override
	public List<PolicyUse> policyUses() {
		return (this.methods != null) ? this.methods.known().stream().map(this.protection::use).toList() : List.of();
	}

	private void check(Object bean, ProtectedMethods methods) {
		Class<?> targetClass = targetClass(bean);
		Map<?, ProtectedMethod> found = isEligible(targetClass) ? methods.of(targetClass) : Map.of();
		if (found.isEmpty() && targetClass != bean.getClass() && Proxy.isProxyClass(bean.getClass())
				&& isEligible(bean.getClass())) {
			found = methods.of(bean.getClass());
		}
		if (!found.isEmpty() && !(bean instanceof Advised)) {
			checkNotFinal(bean, found.values().iterator().next());
		}
		if (this.started) {
			found.values().forEach(this.protection::resolve);
		}
	}

	private void checkNotFinal(Object bean, ProtectedMethod method) {
		boolean subclassed = isProxyTargetClass() || ClassUtils.getAllInterfaces(bean).length == 0;
		if (subclassed && Modifier.isFinal(bean.getClass().getModifiers()) && !Proxy.isProxyClass(bean.getClass())) {
			throw new InvalidStampedeProtectedException(
					"@StampedeProtected on " + method.description()
							+ " cannot work: its class is final, so no proxy can stand before it",
					"Open the class, let it implement an interface and set spring.aop.proxy-target-class to false, or "
							+ "use StampedeOperations in the method",
					null);
		}
	}

	private static Class<?> targetClass(Object bean) {
		Class<?> behind = (bean instanceof Advised advised) ? advised.getTargetSource().getTargetClass() : null;
		return (behind != null) ? behind : bean.getClass();
	}

	private static @Nullable String resolve(BeanFactory beanFactory, @Nullable String text) {
		return (text != null && beanFactory instanceof ConfigurableBeanFactory configurable)
				? configurable.resolveEmbeddedValue(text) : text;
	}

}
