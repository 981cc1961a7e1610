package dev.stampede.interceptor;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

import dev.stampede.StampedeProtected;

/**
 * Finder of the methods of a class that carry the annotation: themselves, through a
 * method that they override or implement, as a meta-annotation, or through the type.
 */
final class AnnotatedMethods {

	private final ParameterNameDiscoverer parameterNames = new DefaultParameterNameDiscoverer();

	/**
	 * Returns the annotated methods of a class, in an order of their own.
	 * @param targetClass the class of the object behind the proxy
	 * @return the methods, not yet checked
	 */
	List<AnnotatedMethod> find(Class<?> targetClass) {
		MergedAnnotation<StampedeProtected> onType = annotation(
				MergedAnnotations.from(targetClass, SearchStrategy.TYPE_HIERARCHY));
		return MethodIntrospector.selectMethods(targetClass, (Method method) -> find(method, targetClass, onType))
			.values()
			.stream()
			.sorted(Comparator.comparing((AnnotatedMethod method) -> method.method().toGenericString()))
			.toList();
	}

	/**
	 * Returns the method by which {@link #find} knows a method that is called.
	 * @param method the method called, perhaps of an interface, perhaps a bridge
	 * @param targetClass the class of the object behind the proxy
	 * @return the method as implemented
	 */
	static Method specific(Method method, Class<?> targetClass) {
		return Proxy.isProxyClass(targetClass) ? method : AopUtils.getMostSpecificMethod(method, targetClass);
	}

	private @Nullable AnnotatedMethod find(Method method, Class<?> targetClass,
			MergedAnnotation<StampedeProtected> onType) {
		MergedAnnotation<StampedeProtected> own = annotation(
				MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY));
		if (own.isPresent()) {
			return annotated(method, targetClass, own, false);
		}
		boolean coveredByType = onType.isPresent() && Modifier.isPublic(method.getModifiers())
				&& !ReflectionUtils.isObjectMethod(method) && isOfAnnotatedType(method, targetClass);
		return coveredByType ? annotated(method, targetClass, onType, true) : null;
	}

	// a proxy has interfaces of its maker beside that of the application
	private static boolean isOfAnnotatedType(Method method, Class<?> targetClass) {
		return !Proxy.isProxyClass(targetClass)
				|| annotation(MergedAnnotations.from(type(method, targetClass), SearchStrategy.TYPE_HIERARCHY))
					.isPresent();
	}

	private AnnotatedMethod annotated(Method method, Class<?> targetClass,
			MergedAnnotation<StampedeProtected> annotation, boolean onType) {
		return new AnnotatedMethod(method, type(method, targetClass), annotation.synthesize(),
				Objects.requireNonNullElse(annotation.getSource(), method), onType,
				parameterNames(method, annotation.getSource()));
	}

	private static MergedAnnotation<StampedeProtected> annotation(MergedAnnotations annotations) {
		return annotations.get(StampedeProtected.class);
	}

	private static Class<?> type(Method method, Class<?> targetClass) {
		if (!Proxy.isProxyClass(targetClass)) {
			return ClassUtils.getUserClass(targetClass);
		}
		return Arrays.<Class<?>>stream(targetClass.getInterfaces())
			.filter(method.getDeclaringClass()::isAssignableFrom)
			.findFirst()
			.orElse(method.getDeclaringClass());
	}

	private @Nullable String @Nullable [] parameterNames(Method method, @Nullable Object source) {
		@Nullable String @Nullable [] names = this.parameterNames.getParameterNames(method);
		if (names == null && source instanceof Method declaring) { // for generated
																	// classes
			return this.parameterNames.getParameterNames(declaring);
		}
		return names;
	}

}
