package dev.stampede.interceptor;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.MethodMatcher;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.ComposablePointcut;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcher;
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

	private final Advisor protection;

	private final boolean chosen;

	private final MethodMatcher protectedMethods;

	private final MethodMatcher otherMethods;

	private final Set<Class<?>> warned = ConcurrentHashMap.newKeySet();

	/**
	 * Creates the order.
	 * @param protection our own advisor
	 * @param chosen whether the application chose the place of our advice, so that no
	 * authorization is moved
	 * @param methods the protected methods
	 */
	AdviceOrder(Advisor protection, boolean chosen, ProtectedMethods methods) {
		this.protection = protection;
		this.chosen = chosen;
		this.protectedMethods = matcher(methods, true);
		this.otherMethods = matcher(methods, false);
	}

	/**
	 * Arranges the advice of a proxy that nobody has called yet.
	 * @param advised the proxy
	 * @param targetClass the class behind it
	 */
	void arrange(Advised advised, Class<?> targetClass) {
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

	private boolean concernsProtected(Advisor advisor, Class<?> targetClass) {
		return AopUtils.canApply(restricted(advisor, this.protectedMethods), targetClass);
	}

	// what stays in its place keeps the methods that are not protected
	private void move(Advised advised, Advisor advisor, Class<?> targetClass, int offset) {
		Advisor rest = restricted(advisor, this.otherMethods);
		if (AopUtils.canApply(rest, targetClass)) {
			advised.replaceAdvisor(advisor, rest);
		}
		else {
			advised.removeAdvisor(advisor);
		}
		advised.addAdvisor(advised.indexOf(this.protection) + offset, restricted(advisor, this.protectedMethods));
	}

	private static Advisor restricted(Advisor advisor, MethodMatcher methods) {
		ComposablePointcut pointcut = (advisor instanceof PointcutAdvisor precise)
				? new ComposablePointcut(precise.getPointcut()) : new ComposablePointcut();
		return new DefaultPointcutAdvisor(pointcut.intersection(methods), advisor.getAdvice());
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

	private static boolean is(Advisor advisor, List<String> names) {
		return isNamed(advisor.getClass(), names) || isNamed(advisor.getAdvice().getClass(), names);
	}

	private static boolean isNamed(@Nullable Class<?> type, List<String> names) {
		return type != null
				&& (names.stream().anyMatch(type.getName()::startsWith) || isNamed(type.getSuperclass(), names)
						|| Arrays.stream(type.getInterfaces()).anyMatch((each) -> isNamed(each, names)));
	}

	private static MethodMatcher matcher(ProtectedMethods methods, boolean isProtected) {
		return new StaticMethodMatcher() {

			@Override
			public boolean matches(Method method, Class<?> targetClass) {
				return (methods.find(method, targetClass) != null) == isProtected;
			}

		};
	}

}
