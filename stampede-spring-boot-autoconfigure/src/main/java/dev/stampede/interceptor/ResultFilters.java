package dev.stampede.interceptor;

import java.lang.reflect.Method;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;

/**
 * Guards that edit the result of a method in its place, for each caller, after our advice
 * has returned it. No two callers may share such an object.
 *
 * @since 0.1.0
 */
public final class ResultFilters {

	private static final List<String> NAMES = List.of("org.springframework.security.access.prepost.PostFilter",
			"org.springframework.security.authorization.method.AuthorizeReturnObject");

	private ResultFilters() {
	}

	/**
	 * Finds the annotation of such a guard.
	 * @param method the method
	 * @param type the class of the object behind the proxy
	 * @return the annotation, for messages, or null if there is none
	 */
	public static @Nullable String find(Method method, Class<?> type) {
		MergedAnnotations own = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY);
		MergedAnnotations ofType = MergedAnnotations.from(type, SearchStrategy.TYPE_HIERARCHY);
		return NAMES.stream()
			.filter((name) -> own.isPresent(name) || ofType.isPresent(name))
			.map((name) -> "@" + ClassUtils.getShortName(name))
			.findFirst()
			.orElse(null);
	}

}
