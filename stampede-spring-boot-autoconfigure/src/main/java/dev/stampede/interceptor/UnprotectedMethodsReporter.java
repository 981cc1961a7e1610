package dev.stampede.interceptor;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Stand-in for {@link StampedeProtectedBeanPostProcessor} where protection is off.
 * Annotated methods just run, and one line of the log says how many there are, and why.
 *
 * @since 0.1.0
 */
public final class UnprotectedMethodsReporter implements BeanPostProcessor, SmartInitializingSingleton {

	private static final Log logger = LogFactory.getLog(UnprotectedMethodsReporter.class);

	private final Pointcut pointcut = StampedeProtectedBeanPostProcessor.pointcut();

	private final AnnotatedMethods methods = new AnnotatedMethods();

	private final Set<Class<?>> types = ConcurrentHashMap.newKeySet();

	private final String reason;

	private final boolean intended;

	/**
	 * Creates the reporter.
	 * @param reason why protection is off
	 * @param intended whether it was switched off
	 */
	public UnprotectedMethodsReporter(String reason, boolean intended) {
		this.reason = reason;
		this.intended = intended;
	}

	/**
	 * Returns why protection is off.
	 * @return the reason
	 */
	public String getReason() {
		return this.reason;
	}

	@Override
	public @Nullable Object postProcessAfterInitialization(Object bean, String beanName) {
		Class<?> type = AopUtils.getTargetClass(bean);
		if (!this.types.contains(type) && AopUtils.canApply(this.pointcut, type)) {
			this.types.add(type);
		}
		return bean;
	}

	@Override
	public void afterSingletonsInstantiated() {
		int count = this.types.stream().mapToInt((type) -> this.methods.find(type).size()).sum();
		String message = "Stampede protection is off, since " + this.reason + ": " + count
				+ " methods with @StampedeProtected run unprotected";
		if (this.intended || count == 0) {
			logger.info(message);
		}
		else {
			logger.warn(message);
		}
	}

}
