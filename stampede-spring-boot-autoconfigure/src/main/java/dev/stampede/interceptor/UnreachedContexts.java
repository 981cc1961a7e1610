package dev.stampede.interceptor;

import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AopUtils;
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
		String[] annotated = Arrays.stream(context.getBeanDefinitionNames())
			.filter((name) -> isAnnotated(context.getType(name, false)))
			.toArray(String[]::new);
		if (annotated.length > 0 && this.warned.add(Objects.requireNonNullElse(context.getId(), ""))) {
			logger
				.warn("@StampedeProtected does nothing on the beans " + Arrays.toString(annotated) + " of the context '"
						+ context.getDisplayName() + "', which has a parent or a child that is protected and is not "
						+ "itself: import StampedeAutoConfiguration there too");
		}
	}

	private boolean isAnnotated(@Nullable Class<?> type) {
		return type != null && AopUtils.canApply(this.pointcut, ClassUtils.getUserClass(type));
	}

}
