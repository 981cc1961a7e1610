package dev.stampede.interceptor;

import java.io.Serializable;
import java.lang.reflect.Method;

import org.aopalliance.aop.Advice;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.Pointcut;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.support.ComposablePointcut;
import org.springframework.aop.support.StaticMethodMatcher;

/**
 * Advisor for some of the methods that another one is for: those that are protected, or
 * those that are not. The advice is asked for when the other one is, at the first call.
 */
@SuppressWarnings("serial") // written if the other advisor can be
final class RestrictedAdvisor implements PointcutAdvisor, Serializable {

	private final Advisor advisor;

	private final ProtectionAdvisor protection;

	private final boolean onProtected;

	private transient volatile @Nullable Pointcut pointcut;

	RestrictedAdvisor(Advisor advisor, ProtectionAdvisor protection, boolean onProtected) {
		this.advisor = advisor;
		this.protection = protection;
		this.onProtected = onProtected;
	}

	@Override
	public Pointcut getPointcut() {
		Pointcut known = this.pointcut;
		if (known == null) {
			ComposablePointcut all = (this.advisor instanceof PointcutAdvisor precise)
					? new ComposablePointcut(precise.getPointcut()) : new ComposablePointcut();
			known = all.intersection(new Methods(this.protection.methods(), this.onProtected));
			this.pointcut = known;
		}
		return known;
	}

	@Override
	public Advice getAdvice() {
		return this.advisor.getAdvice();
	}

	@Override
	public boolean isPerInstance() {
		return this.advisor.isPerInstance();
	}

	/**
	 * Returns the advisor that is restricted.
	 * @return the other advisor
	 */
	Advisor advisor() {
		return this.advisor;
	}

	/** The methods that are protected, or those that are not. */
	private static final class Methods extends StaticMethodMatcher {

		private final ProtectedMethods methods;

		private final boolean onProtected;

		private Methods(ProtectedMethods methods, boolean onProtected) {
			this.methods = methods;
			this.onProtected = onProtected;
		}

		@Override
		public boolean matches(Method method, Class<?> targetClass) {
			return (this.methods.find(method, targetClass) != null) == this.onProtected;
		}

	}

}
