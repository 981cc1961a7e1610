package dev.stampede.interceptor;

import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.Pointcut;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.framework.ProxyConfig;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.ComposablePointcut;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.SmartInstantiationAwareBeanPostProcessor;
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
 * Post-processor of beans with protected methods. The advice itself is an
 * {@link #advisor(Integer) advisor} of Spring's auto-proxy creator: inside authorization,
 * validation and the application's own aspects of higher precedence, outside
 * transactions, retries, asynchronous execution and the cache interceptor. The
 * post-processor moves advice that others add later to the right side of it, checks each
 * annotated method when its bean is created, and asks for the engine only at the first
 * call.
 *
 * @since 0.1.0
 */
public final class StampedeProtectedBeanPostProcessor
		implements MergedBeanDefinitionPostProcessor, SmartInstantiationAwareBeanPostProcessor, BeanFactoryAware,
		SmartInitializingSingleton, Ordered, PolicyUse.Source {

	/**
	 * The order of the advice unless the application chooses another one: behind whatever
	 * has an order of its own, before what has the lowest precedence, as transactions and
	 * caching have, or little more.
	 */
	public static final int DEFAULT_ADVICE_ORDER = Ordered.LOWEST_PRECEDENCE - 1000;

	private static final Pointcut POINTCUT = new ComposablePointcut(
			new AnnotationMatchingPointcut(StampedeProtected.class, true))
		.union((Pointcut) new AnnotationMatchingPointcut(null, StampedeProtected.class, true));

	private final Protection protection;

	private final ConcurrentMap<Class<?>, Boolean> eligible = new ConcurrentHashMap<>();

	private final Set<String> cameProtected = ConcurrentHashMap.newKeySet();

	private final UnadvisedBeans unadvised = new UnadvisedBeans(this::isEligible, this::isProtected);

	private final SharedEntries shared;

	private @Nullable BeanFactory beanFactory;

	private @Nullable ProtectedMethods methods;

	private @Nullable StampedeInterceptor interceptor;

	private volatile @Nullable AdviceOrder order;

	private volatile boolean started;

	/**
	 * Creates the post-processor.
	 * @param engine gives the engine
	 * @param store gives the store that the engine uses
	 * @param policies gives the policies
	 * @param beside gives the binding of methods that also carry {@code @Cacheable}
	 * @param shared whether beans may share the entries of a cache, by its name
	 */
	public StampedeProtectedBeanPostProcessor(Supplier<StampedeEngine> engine, Supplier<EntryStore> store,
			Supplier<PolicyResolver> policies, Supplier<? extends CallBinding> beside, Predicate<String> shared) {
		this.protection = new Protection(engine, store, policies, beside);
		this.shared = new SharedEntries(shared);
	}

	static Pointcut pointcut() {
		return POINTCUT;
	}

	@Override
	public void setBeanFactory(BeanFactory beanFactory) {
		AnnotationSettings settings = new AnnotationSettings((text) -> resolve(beanFactory, text));
		ProtectedMethods found = new ProtectedMethods(new MethodChecks(settings, new MethodExpressions(beanFactory)));
		this.beanFactory = beanFactory;
		this.methods = found;
		this.interceptor = new StampedeInterceptor(found, this.protection);
	}

	/**
	 * Returns the advisor that Spring's auto-proxy creator puts before protected methods.
	 * @param chosen the order that the application chose, or null for the
	 * {@link #DEFAULT_ADVICE_ORDER default}
	 * @return the advisor, to be registered as a bean
	 */
	public Advisor advisor(@Nullable Integer chosen) {
		ProtectedMethods found = Objects.requireNonNull(this.methods);
		ProtectionAdvisor advisor = new ProtectionAdvisor(Objects.requireNonNull(this.interceptor), found,
				Objects.requireNonNullElse(chosen, DEFAULT_ADVICE_ORDER));
		this.order = new AdviceOrder(advisor, chosen != null, Objects.requireNonNull(this.beanFactory));
		return advisor;
	}

	/**
	 * Returns the order of this post-processor. Merged-definition post-processors run
	 * after all others, so it sees the advice that they have added; one step earlier than
	 * those that register what they see.
	 */
	@Override
	public int getOrder() {
		return Ordered.LOWEST_PRECEDENCE - 1;
	}

	@Override
	public void postProcessMergedBeanDefinition(RootBeanDefinition definition, Class<?> type, String beanName) {
	}

	// the auto-proxy creator has made the proxy that circular references get
	@Override
	public Object getEarlyBeanReference(Object bean, String beanName) {
		arrange(bean, beanName);
		return bean;
	}

	// before a proxy is made, which fails in its own words
	@Override
	public Object postProcessBeforeInitialization(Object bean, String beanName) {
		if (bean instanceof FactoryBean) {
			this.unadvised.inTime(beanName);
		}
		else if (this.methods != null && !(bean instanceof AopInfrastructureBean)) {
			check(bean, this.methods);
			if (isProtected(bean)) {
				this.cameProtected.add(beanName);
			}
		}
		return bean;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		arrange(bean, beanName);
		return bean;
	}

	@Override
	public void afterSingletonsInstantiated() {
		this.started = true;
		if (this.methods != null) {
			this.protection.check(this.methods.known());
		}
		if (this.methods != null && this.beanFactory != null) {
			WovenSecurity.warn(this.beanFactory, this.methods.known());
		}
		if (this.beanFactory instanceof ConfigurableListableBeanFactory listable) {
			this.unadvised.warn(listable);
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

	private void arrange(Object bean, String beanName) {
		if (this.methods == null || bean instanceof AopInfrastructureBean) {
			return;
		}
		Collection<ProtectedMethod> found = check(bean, this.methods);
		AdviceOrder order = this.order;
		if (found.isEmpty() || order == null || !(bean instanceof Advised advised)) {
			return;
		}
		order.arrange(advised, targetClass(bean), this.cameProtected.contains(beanName) || isProduct(beanName));
		if (this.beanFactory != null && this.beanFactory.containsBean(beanName)) {
			this.shared.add(beanName, bean, found);
		}
	}

	private Collection<ProtectedMethod> check(Object bean, ProtectedMethods methods) {
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
		return found.values();
	}

	private boolean isProtected(Object bean) {
		AdviceOrder order = this.order;
		return order != null && order.isProtected(bean);
	}

	// what a factory gives may be another bean
	private boolean isProduct(String beanName) {
		return this.beanFactory != null && this.beanFactory.containsBean(BeanFactory.FACTORY_BEAN_PREFIX + beanName);
	}

	private boolean isEligible(Class<?> type) {
		return this.eligible.computeIfAbsent(type, (each) -> AopUtils.canApply(POINTCUT, each));
	}

	private void checkNotFinal(Object bean, ProtectedMethod method) {
		boolean subclassed = proxiesClasses() || ClassUtils.getAllInterfaces(bean).length == 0;
		if (subclassed && Modifier.isFinal(bean.getClass().getModifiers()) && !Proxy.isProxyClass(bean.getClass())) {
			throw new InvalidStampedeProtectedException(
					"@StampedeProtected on " + method.description()
							+ " cannot work: its class is final, so no proxy can stand before it",
					"Open the class, let it implement an interface and set spring.aop.proxy-target-class to false, or "
							+ "use StampedeOperations in the method",
					null);
		}
	}

	private boolean proxiesClasses() {
		String name = AutoProxyUtils.DEFAULT_PROXY_CONFIG_BEAN_NAME;
		return this.beanFactory != null && this.beanFactory.containsBean(name)
				&& this.beanFactory.getBean(name, ProxyConfig.class).isProxyTargetClass();
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
