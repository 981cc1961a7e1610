package dev.stampede.interceptor;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.annotation.CacheConfig;
import org.springframework.cache.interceptor.CacheableOperation;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;
import org.springframework.util.StringUtils;

import dev.stampede.key.EntryKey;

/**
 * Names of the caches of methods. No two methods get one name that neither of them chose.
 */
final class CacheNames {

	private static final String ADVICE = "Name the cache: @StampedeProtected(cacheName = \"…\")";

	private final ConcurrentMap<String, AnnotatedMethod> defaults = new ConcurrentHashMap<>();

	private final Function<String, @Nullable String> placeholders;

	CacheNames(Function<String, @Nullable String> placeholders) {
		this.placeholders = placeholders;
	}

	String of(AnnotatedMethod method, @Nullable CacheableOperation cacheable) {
		String name = resolved(method, method.annotation().cacheName());
		if (!StringUtils.hasText(name) && cacheable != null && !cacheable.getCacheNames().isEmpty()) {
			name = cacheable.getCacheNames().iterator().next();
		}
		if (!StringUtils.hasText(name)) {
			String configured = configuredName(method);
			name = (configured != null) ? resolved(method, configured) : claimed(method, defaultName(method));
		}
		try {
			return EntryKey.requireLegal(name);
		}
		catch (IllegalArgumentException ex) {
			throw method.invalid("" + ex.getMessage(), ADVICE, ex);
		}
	}

	private String resolved(AnnotatedMethod method, String name) {
		if (!name.contains("${")) {
			return name;
		}
		try {
			String resolved = this.placeholders.apply(name);
			if (!StringUtils.hasText(resolved) || resolved.contains("${")) {
				throw new IllegalArgumentException("nothing is known for it");
			}
			return resolved;
		}
		catch (IllegalArgumentException ex) {
			throw method.invalid("the name of its cache is '" + name + "': " + ex.getMessage(),
					"Set the property of the placeholder, or name the cache without one", ex);
		}
	}

	private static @Nullable String configuredName(AnnotatedMethod method) {
		CacheConfig config = AnnotatedElementUtils.findMergedAnnotation(method.type(), CacheConfig.class);
		if (config == null || config.cacheNames().length == 0) {
			return null;
		}
		if (config.cacheNames().length > 1) {
			throw method.invalid("the @CacheConfig of its class names several caches", ADVICE);
		}
		return config.cacheNames()[0];
	}

	private static String defaultName(AnnotatedMethod method) {
		Method java = method.method();
		String type = method.type().getSimpleName();
		if (type.isEmpty()) {
			throw method.invalid("its class has no name", ADVICE);
		}
		String name = type + "." + java.getName();
		return isOverloaded(method) ? name + Arrays.stream(java.getParameterTypes())
			.map(Class::getSimpleName)
			.collect(Collectors.joining(",", "(", ")")) : name;
	}

	private static boolean isOverloaded(AnnotatedMethod method) {
		return Arrays.stream(ReflectionUtils.getUniqueDeclaredMethods(method.type()))
			.filter((candidate) -> candidate.getName().equals(method.method().getName()))
			.filter((candidate) -> !candidate.isBridge() && !candidate.isSynthetic())
			.count() > 1;
	}

	private String claimed(AnnotatedMethod method, String name) {
		AnnotatedMethod owner = this.defaults.putIfAbsent(name, method);
		if (owner != null && !(owner.type() == method.type() && owner.method().equals(method.method()))) {
			throw method.invalid("its cache would be named '" + name + "', as that of "
					+ ClassUtils.getQualifiedMethodName(owner.method(), owner.type()), ADVICE);
		}
		return name;
	}

}
