package dev.stampede.interceptor;

import java.util.Objects;

import org.aopalliance.aop.Advice;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.BeanNameAware;

/**
 * Advisor that puts the protection before the methods with the annotation.
 */
@SuppressWarnings("serial") // a reference is written in its place
final class ProtectionAdvisor extends AbstractPointcutAdvisor implements BeanFactoryAware, BeanNameAware {

	private final transient StampedeInterceptor advice;

	private final transient ProtectedMethods methods;

	private transient @Nullable BeanFactory beanFactory;

	private transient @Nullable String name;

	ProtectionAdvisor(StampedeInterceptor advice, ProtectedMethods methods, int order) {
		this.advice = advice;
		this.methods = methods;
		setOrder(order);
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
	public Pointcut getPointcut() {
		return StampedeProtectedBeanPostProcessor.pointcut();
	}

	@Override
	public Advice getAdvice() {
		return this.advice;
	}

	ProtectedMethods methods() {
		return this.methods;
	}

	private Object writeReplace() {
		return new AdvisorReference(Objects.requireNonNull(this.beanFactory), Objects.requireNonNull(this.name));
	}

}
