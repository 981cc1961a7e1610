package dev.stampede.interceptor;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;
import org.springframework.util.StringUtils;

import dev.stampede.StampedeException;

/**
 * Finder of the fallback of a method, which is checked too.
 */
final class FallbackFinder {

	private FallbackFinder() {
	}

	static @Nullable Fallback find(AnnotatedMethod method) {
		String name = method.annotation().fallback();
		if (!StringUtils.hasText(name)) {
			return null;
		}
		List<Method> named = Arrays.stream(ReflectionUtils.getUniqueDeclaredMethods(method.type()))
			.filter((candidate) -> candidate.getName().equals(name) && !candidate.isBridge())
			.toList();
		if (named.isEmpty()) {
			throw method.invalid("there is no method '" + name + "' for the fallback", advice(method));
		}
		List<Method> fitting = new ArrayList<>(named.stream().filter((candidate) -> fits(method, candidate)).toList());
		if (fitting.isEmpty()) {
			throw method.invalid("the fallback '" + name + "' has other parameters than the method", advice(method));
		}
		fitting.forEach((candidate) -> check(method, candidate));
		fitting.sort((left, right) -> compare(reason(method, left), reason(method, right)));
		Class<?> widest = reason(method, fitting.get(fitting.size() - 1));
		if (widest != null && !widest.isAssignableFrom(StampedeException.class)) {
			throw method.invalid("the fallback '" + name + "' is for " + widest.getSimpleName() + " only",
					"Add one without this parameter, or with a parameter of type Throwable");
		}
		return new Fallback(List.copyOf(fitting), method.method().getParameterCount());
	}

	private static boolean fits(AnnotatedMethod method, Method candidate) {
		int count = method.method().getParameterCount();
		int extra = candidate.getParameterCount() - count;
		if (extra < 0 || extra > 1
				|| (extra == 1 && !Throwable.class.isAssignableFrom(candidate.getParameterTypes()[count]))) {
			return false;
		}
		for (int i = 0; i < count; i++) {
			ResolvableType parameter = ResolvableType.forMethodParameter(candidate, i, method.type());
			if (parameter.resolve(Object.class) != method.parameter(i).resolve(Object.class)) {
				return false;
			}
		}
		return true;
	}

	private static void check(AnnotatedMethod method, Method candidate) {
		if (Modifier.isPrivate(candidate.getModifiers())) {
			throw method.invalid("the fallback '" + candidate.getName() + "' is private",
					"Make it package-private or more");
		}
		ResolvableType declared = method.returnType();
		ResolvableType given = ResolvableType.forMethodReturnType(candidate, method.type());
		boolean rawFits = ClassUtils.isAssignable(declared.resolve(Object.class), given.resolve(Object.class))
				&& candidate.getReturnType() != void.class;
		boolean genericsFit = !declared.hasGenerics() || !given.hasGenerics() || declared.hasUnresolvableGenerics()
				|| given.hasUnresolvableGenerics() || declared.isAssignableFrom(given);
		if (!rawFits || !genericsFit) {
			throw method.invalid("the fallback '" + candidate.getName() + "' returns " + given
					+ " where the method returns " + declared, advice(method));
		}
		Class<?> reason = reason(method, candidate);
		if (reason != null && !reason.isAssignableFrom(StampedeException.class)
				&& !StampedeException.class.isAssignableFrom(reason)) {
			throw method.invalid("the fallback '" + candidate.getName() + "' takes a " + reason.getSimpleName()
					+ ", which no loser ever gets", "Let it take a StampedeException or a Throwable");
		}
	}

	private static @Nullable Class<?> reason(AnnotatedMethod method, Method candidate) {
		int count = method.method().getParameterCount();
		return (candidate.getParameterCount() > count) ? candidate.getParameterTypes()[count] : null;
	}

	private static int compare(@Nullable Class<?> left, @Nullable Class<?> right) {
		return Integer.compare(depth(right), depth(left));
	}

	private static int depth(@Nullable Class<?> type) {
		return (type != null) ? 1 + depth(type.getSuperclass()) : 0;
	}

	private static String advice(AnnotatedMethod method) {
		return "Give " + ClassUtils.getShortName(method.type()) + " a method " + method.annotation().fallback()
				+ " with the parameters of " + method.description()
				+ ", which a Throwable may follow, and the same return type";
	}

}
