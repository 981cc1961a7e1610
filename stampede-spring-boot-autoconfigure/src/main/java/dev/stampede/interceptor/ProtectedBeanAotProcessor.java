package dev.stampede.interceptor;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;

/**
 * Keeps the fallback methods of protected beans in native images.
 */
final class FallbackAotProcessor implements BeanRegistrationAotProcessor {

	@Override
	public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
		List<Method> fallbacks = fallbacks(bean.getBeanClass());
		return fallbacks.isEmpty() ? null : (context, code) -> fallbacks
			.forEach((method) -> context.getRuntimeHints().reflection().registerMethod(method, ExecutableMode.INVOKE));
	}

	private static List<Method> fallbacks(Class<?> type) {
		if (!AopUtils.canApply(StampedeProtectedBeanPostProcessor.pointcut(), type)) {
			return List.of();
		}
		return new AnnotatedMethods().find(type)
			.stream()
			.map(FallbackAotProcessor::fallback)
			.filter(Objects::nonNull)
			.map(Fallback::candidates)
			.flatMap(Collection::stream)
			.toList();
	}

	private static @Nullable Fallback fallback(AnnotatedMethod method) {
		try {
			return FallbackFinder.find(method);
		}
		catch (InvalidStampedeProtectedException ex) { // found again at the start
			return null;
		}
	}

}
