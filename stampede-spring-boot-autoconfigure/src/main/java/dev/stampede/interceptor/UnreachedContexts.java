package dev.stampede.interceptor;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.aop.Pointcut;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.SingletonBeanRegistry;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.util.ClassUtils;

/**
 * Warning of annotated beans in a parent or a child context that has no protection: a
 * post-processor reaches the beans of its own context alone.
 *
 * @since 0.1.0
 */
public final class UnreachedContexts implements ApplicationListener<ContextRefreshedEvent> {

	private static final Log logger = LogFactory.getLog(UnreachedContexts.class);

	private final Pointcut pointcut = StampedeProtectedBeanPostProcessor.pointcut();

	private final Set<String> warned = ConcurrentHashMap.newKeySet();

	/**
	 * Looks at a context that has started, which may be a child, and at its parents.
	 * @param event says which
	 */
	@Override
	public void onApplicationEvent(ContextRefreshedEvent event) {
		ApplicationContext context = event.getApplicationContext();
		while (context != null) {
			check(context);
			context = context.getParent();
		}
	}

	private void check(ApplicationContext context) {
		if (context.getBeanNamesForType(StampedeProtectedBeanPostProcessor.class, true, false).length > 0
				|| context.getBeanNamesForType(UnprotectedMethodsReporter.class, true, false).length > 0) {
			return;
		}
		List<String> annotated = Arrays.stream(context.getBeanDefinitionNames())
			.filter((name) -> isAnnotated(context, name))
			.toList();
		if (annotated.isEmpty() || !this.warned.add(Objects.requireNonNullElse(context.getId(), ""))) {
			return;
		}
		List<String> advised = annotated.stream().filter((name) -> isAdvised(context, name)).toList();
		List<String> others = annotated.stream().filter((name) -> !advised.contains(name)).toList();
		if (!others.isEmpty()) {
			logger.warn("@StampedeProtected does nothing on the beans " + others + " of the context '"
					+ context.getDisplayName()
					+ "', which has a parent or a child that is protected and is not itself: import "
					+ "StampedeAutoConfiguration there too");
		}
		if (!advised.isEmpty()) {
			logger.warn("@StampedeProtected on the beans " + advised + " of the context '" + context.getDisplayName()
					+ "' is the advice of its parent: it is not checked at the start, and a guard may stand behind it, so "
					+ "that hits skip it: import StampedeAutoConfiguration there too");
		}
	}

	// by an auto-proxy creator of its own, which finds the advisors of the parent
	private static boolean isAdvised(ApplicationContext context, String name) {
		return context.getAutowireCapableBeanFactory() instanceof SingletonBeanRegistry singletons
				&& singletons.getSingleton(name) instanceof Advised advised
				&& Arrays.stream(advised.getAdvisors()).anyMatch(ProtectionAdvisor.class::isInstance);
	}

	private boolean isAnnotated(ApplicationContext context, String name) {
		try {
			Class<?> type = context.getType(name, false);
			return type != null && AopUtils.canApply(this.pointcut, ClassUtils.getUserClass(type));
		}
		catch (RuntimeException | LinkageError ex) {
			// a lazy bean may never be asked for, and need what is not there
			logger.debug("The methods of the bean '" + name + "' cannot be looked at", ex);
			return false;
		}
	}

}
