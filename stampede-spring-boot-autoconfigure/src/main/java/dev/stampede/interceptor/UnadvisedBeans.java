package dev.stampede.interceptor;

import java.lang.reflect.Field;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.SpringProxy;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.scope.ScopedObject;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;

/**
 * Warning of singletons with annotated methods before which no protection stands: they
 * were created too early, or Spring never advises them.
 */
final class UnadvisedBeans {

	private static final Log logger = LogFactory.getLog(UnadvisedBeans.class);

	private final AnnotatedMethods methods = new AnnotatedMethods();

	private final Set<String> factories = ConcurrentHashMap.newKeySet();

	private final Predicate<Class<?>> annotated;

	private final Predicate<Object> isProtected;

	/**
	 * Creates the warning.
	 * @param annotated whether a class may have annotated methods
	 * @param isProtected whether protection stands before an object
	 */
	UnadvisedBeans(Predicate<Class<?>> annotated, Predicate<Object> isProtected) {
		this.annotated = annotated;
		this.isProtected = isProtected;
	}

	/**
	 * Notes a factory that was created in time, and so is what it gives.
	 * @param beanName the name of its bean
	 */
	void inTime(String beanName) {
		this.factories.add(beanName);
	}

	/**
	 * Looks at all singletons that there are.
	 * @param beanFactory has them
	 */
	void warn(ConfigurableListableBeanFactory beanFactory) {
		for (String name : beanFactory.getSingletonNames()) {
			Object bean = isReplacedByATest(beanFactory, name) ? null : bean(beanFactory, name);
			Class<?> type = (bean != null) ? AopUtils.getTargetClass(bean) : null;
			if (bean != null && type != null && this.annotated.test(type) && canTell(bean)
					&& !this.isProtected.test(bean)) {
				warn(name, type);
			}
		}
	}

	private @Nullable Object bean(ConfigurableListableBeanFactory beanFactory, String name) {
		Object bean = beanFactory.getSingleton(name);
		if (!(bean instanceof FactoryBean<?> factory)) {
			return bean;
		}
		Class<?> type = this.factories.contains(name) ? null : beanFactory.getType(name, false);
		return (type != null && this.annotated.test(type) && factory.isSingleton()) ? beanFactory.getBean(name) : null;
	}

	private void warn(String name, Class<?> type) {
		String unprotected = this.methods.find(type)
			.stream()
			.map(AnnotatedMethod::description)
			.collect(Collectors.joining(", "));
		logger.warn("@StampedeProtected does nothing on the bean '" + name + "' (" + unprotected + "): it was created "
				+ "before protection was there, as what a BeanPostProcessor needs is, or registered as an object, or it "
				+ "is one that Spring does not advise, such as an aspect. Let a BeanPostProcessor take an ObjectProvider "
				+ "of it, and make its @Bean method static");
	}

	private static boolean canTell(Object bean) {
		return (bean instanceof Advised || !(bean instanceof SpringProxy)) && !(bean instanceof ScopedObject);
	}

	// as @MockitoBean does: nobody wants a mock to be protected
	private static boolean isReplacedByATest(ConfigurableListableBeanFactory beanFactory, String name) {
		return beanFactory.containsBeanDefinition(name)
				&& beanFactory.getBeanDefinition(name) instanceof RootBeanDefinition definition
				&& definition.getQualifiedElement() instanceof Field;
	}

}
