package dev.stampede.interceptor;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;

import dev.stampede.StampedeProtected;

/**
 * A method and the annotation that covers it, not yet checked.
 *
 * @param method the method as implemented, or that of an interface behind a JDK proxy
 * @param type the class, or the interface, that the application wrote
 * @param annotation the merged annotation
 * @param source the method or type that carries the annotation
 * @param onType whether the annotation is that of the type
 * @param parameterNames the names of the parameters, or null if unknown
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record AnnotatedMethod(Method method, Class<?> type, StampedeProtected annotation, Object source, boolean onType,
		@Nullable String @Nullable [] parameterNames) {

	private static final Pattern INDEXED = Pattern.compile("[ap](\\d{1,3})");

	String description() {
		return InvalidStampedeProtectedException.describe(this.method, this.type);
	}

	InvalidStampedeProtectedException invalid(String problem, String action) {
		return invalid(problem, action, null);
	}

	InvalidStampedeProtectedException invalid(String problem, String action, @Nullable Throwable cause) {
		return InvalidStampedeProtectedException.of(this.method, this.type, problem, action, cause);
	}

	ResolvableType parameter(int index) {
		return ResolvableType.forMethodParameter(this.method, index, this.type);
	}

	ResolvableType returnType() {
		return ResolvableType.forMethodReturnType(this.method, this.type);
	}

	/**
	 * Returns the index of the parameter that a variable stands for.
	 * @param variable a name, or p or a and an index
	 * @return the index, negative if there is none
	 */
	int parameterIndex(String variable) {
		int named = (this.parameterNames != null) ? Arrays.asList(this.parameterNames).indexOf(variable) : -1;
		if (named >= 0) {
			return named;
		}
		Matcher indexed = INDEXED.matcher(variable);
		int count = this.method.getParameterCount();
		int index = indexed.matches() ? Integer.parseInt(indexed.group(1)) : count;
		return (index < count) ? index : -1;
	}

	String parameterName(int index) {
		String name = (this.parameterNames != null) ? this.parameterNames[index] : null;
		return (name != null) ? name : "p" + index;
	}

}
