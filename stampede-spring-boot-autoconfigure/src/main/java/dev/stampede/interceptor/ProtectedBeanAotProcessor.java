package dev.stampede.interceptor;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.aot.generate.GenerationContext;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.aot.BeanRegistrationCode;
import org.springframework.beans.factory.support.RegisteredBean;

/**
 * Hints for native images: the methods of protected beans, their fallbacks, the types
 * that are read from JSON, and those that keys and expressions look into.
 */
final class ProtectedBeanAotProcessor implements BeanRegistrationAotProcessor {

	@Override
	public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
		Class<?> type = bean.getBeanClass();
		if (!AopUtils.canApply(StampedeProtectedBeanPostProcessor.pointcut(), type)) {
			return null;
		}
		List<AnnotatedMethod> methods = List.copyOf(new AnnotatedMethods().find(type));
		return methods.isEmpty() ? null : new Contribution(methods);
	}

	/**
	 * The hints for one bean.
	 *
	 * @param methods its annotated methods
	 */
	private record Contribution(List<AnnotatedMethod> methods) implements BeanRegistrationAotContribution {

		@Override
		public void applyTo(GenerationContext context, BeanRegistrationCode code) {
			RuntimeHints hints = context.getRuntimeHints();
			Set<Type> types = new LinkedHashSet<>();
			for (AnnotatedMethod method : this.methods) {
				invoked(method).forEach((each) -> hints.reflection().registerMethod(each, ExecutableMode.INVOKE));
				for (int i = 0; i < method.method().getParameterCount(); i++) {
					types.add(method.parameter(i).getType());
				}
				types.add(method.returnType().getType());
			}
			new BindingReflectionHintsRegistrar().registerReflectionHints(hints.reflection(),
					types.toArray(Type[]::new));
		}

		private static List<Method> invoked(AnnotatedMethod method) {
			List<Method> methods = new ArrayList<>(List.of(method.method()));
			try {
				Fallback fallback = FallbackFinder.find(method);
				if (fallback != null) {
					methods.addAll(fallback.candidates());
				}
			}
			catch (InvalidStampedeProtectedException ex) {
				// found again at the start
			}
			return methods;
		}

	}

}
