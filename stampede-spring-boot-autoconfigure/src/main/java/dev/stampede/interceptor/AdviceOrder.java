package dev.stampede.interceptor;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.IntroductionAdvisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AbstractBeanFactoryPointcutAdvisor;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.util.ClassUtils;

/**
 * Order of the advice around protected methods. Spring's auto-proxy creator sorts what it
 * finds by its order. Others put their advice first or last once the proxy is there: what
 * runs a method again, elsewhere or later comes first, and the validation of arguments
 * comes last. For protected methods, and for no other method of the bean, such advice
 * moves to the right side of the protection. So a hit skips no guard, and an attempt is
 * made under the lock.
 */
final class AdviceOrder {

	private static final Log logger = LogFactory.getLog(AdviceOrder.class);

	/** Advice that decides about a caller or its arguments. */
	private static final List<String> VALIDATION = List.of("org.springframework.validation.beanvalidation.");

	private static final List<String> SECURITY = List.of("org.springframework.security.", "org.apache.shiro.");

	/** Advice that belongs to the read of the source. */
	private static final List<String> READING = List.of("org.springframework.scheduling.",
			"org.springframework.aop.interceptor.AsyncExecution",
			"org.springframework.aop.interceptor.ConcurrencyThrottle", "org.springframework.resilience.",
			"org.springframework.retry.", "org.springframework.transaction.", "org.springframework.cache.",
			"org.springframework.dao.");

	private final ProtectionAdvisor protection;

	private final boolean chosen;

	private final BeanFactory beanFactory;

	private final Set<Class<?>> warned = ConcurrentHashMap.newKeySet();

	/**
	 * Creates the order.
	 * @param protection our own advisor
	 * @param chosen whether the application chose the place of our advice, so that no
	 * authorization is moved
	 * @param beanFactory knows the types of advice that is a bean
	 */
	AdviceOrder(ProtectionAdvisor protection, boolean chosen, BeanFactory beanFactory) {
		this.protection = protection;
		this.chosen = chosen;
		this.beanFactory = beanFactory;
	}

	/**
	 * Returns whether protection stands before an object.
	 * @param bean the object
	 * @return whether it is a proxy with our advice, or a proxy of one
	 */
	boolean isProtected(@Nullable Object bean) {
		return bean instanceof Advised advised
				&& (advised.indexOf(this.protection) >= 0 || isProtected(AopProxyUtils.getSingletonTarget(advised)));
	}

	/**
	 * Arranges the advice of a proxy that nobody has called yet.
	 * @param advised the proxy
	 * @param targetClass the class behind it
	 * @param cameProtected whether what stands behind the proxy is another bean, which
	 * had been protected
	 */
	void arrange(Advised advised, Class<?> targetClass, boolean cameProtected) {
		adviseOnce(advised, cameProtected);
		List<Advisor> advisors = List.of(advised.getAdvisors());
		int own = advisors.indexOf(this.protection);
		if (own < 0) {
			return;
		}
		List<Advisor> late = advisors.subList(own + 1, advisors.size())
			.stream()
			.filter((advisor) -> isGuard(advisor) && concernsProtected(advisor, targetClass))
			.toList();
		List<Advisor> early = advisors.subList(0, own)
			.stream()
			.filter((advisor) -> is(advisor, READING) && concernsProtected(advisor, targetClass))
			.toList();
		if (advised.isFrozen() && !(late.isEmpty() && early.isEmpty())) {
			logger.warn("The proxy of " + targetClass.getName() + " is frozen: some of its advice cannot be moved to "
					+ "the right side of @StampedeProtected");
			return;
		}
		late.forEach((advisor) -> move(advised, advisor, targetClass, 0));
		for (int i = early.size() - 1; i >= 0; i--) {
			move(advised, early.get(i), targetClass, 1);
		}
		if (this.chosen && this.warned.add(targetClass)) {
			warnOfSkipped(advised, targetClass);
		}
	}

	// with several auto-proxy creators each makes a proxy of its own with all advisors
	private void adviseOnce(Advised advised, boolean cameProtected) {
		Object behind = AopProxyUtils.getSingletonTarget(advised);
		if (advised.indexOf(this.protection) < 0 || !isProtected(behind)) {
			return;
		}
		if (cameProtected && !advised.isFrozen()) {
			advised.removeAdvisor(this.protection);
		}
		else if (!cameProtected && behind instanceof Advised inner && !inner.isFrozen()) {
			inner.removeAdvisor(this.protection);
		}
	}

	private boolean concernsProtected(Advisor advisor, Class<?> targetClass) {
		return !(advisor instanceof IntroductionAdvisor) && AopUtils.canApply(restricted(advisor, true), targetClass);
	}

	// what stays in its place keeps the methods that are not protected
	private void move(Advised advised, Advisor advisor, Class<?> targetClass, int offset) {
		Advisor rest = restricted(advisor, false);
		if (AopUtils.canApply(rest, targetClass)) {
			advised.replaceAdvisor(advisor, rest);
		}
		else {
			advised.removeAdvisor(advisor);
		}
		advised.addAdvisor(advised.indexOf(this.protection) + offset, restricted(advisor, true));
	}

	private Advisor restricted(Advisor advisor, boolean onProtected) {
		return new RestrictedAdvisor(advisor, this.protection, onProtected);
	}

	private void warnOfSkipped(Advised advised, Class<?> targetClass) {
		List<Advisor> advisors = List.of(advised.getAdvisors());
		String skipped = String.join(", ",
				advisors.subList(advisors.indexOf(this.protection) + 1, advisors.size())
					.stream()
					.filter((advisor) -> is(advisor, SECURITY))
					.map((advisor) -> ClassUtils.getShortName(advisor.getClass()))
					.toList());
		if (!skipped.isEmpty()) {
			logger.warn("stampede.advice-order puts @StampedeProtected on " + ClassUtils.getShortName(targetClass)
					+ " before authorization (" + skipped + "): hits are answered without asking it");
		}
	}

	private boolean isGuard(Advisor advisor) {
		return is(advisor, VALIDATION) || (!this.chosen && is(advisor, SECURITY));
	}

	private boolean is(Advisor advisor, List<String> names) {
		return isNamed(advisor.getClass(), names) || isNamed(adviceType(advisor), names);
	}

	// advice that is a bean is created at the first call, and may need the bean at hand
	private @Nullable Class<?> adviceType(Advisor advisor) {
		String name = (advisor instanceof AbstractBeanFactoryPointcutAdvisor lazy) ? lazy.getAdviceBeanName() : null;
		if (name == null) {
			return advisor.getAdvice().getClass();
		}
		return this.beanFactory.containsBean(name) ? this.beanFactory.getType(name, false) : null;
	}

	private static boolean isNamed(@Nullable Class<?> type, List<String> names) {
		return type != null
				&& (names.stream().anyMatch(type.getName()::startsWith) || isNamed(type.getSuperclass(), names)
						|| Arrays.stream(type.getInterfaces()).anyMatch((each) -> isNamed(each, names)));
	}

}
