package dev.stampede.interceptor;

import java.lang.annotation.Annotation;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.Caching;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

import dev.stampede.EntryKey;
import dev.stampede.StampedeProtected;

/**
 * Checks annotated methods, and turns them into protected ones.
 */
final class MethodChecks {

	private static final List<Class<? extends Annotation>> CACHE_ANNOTATIONS = List.of(Cacheable.class, CachePut.class,
			CacheEvict.class, Caching.class);

	private final AnnotationSettings settings;

	private final MethodExpressions expressions;

	private final CacheNames names = new CacheNames();

	MethodChecks(AnnotationSettings settings, MethodExpressions expressions) {
		this.settings = settings;
		this.expressions = expressions;
	}

	/**
	 * Checks a method.
	 * @param method the method
	 * @return the method, ready for calls
	 * @throws InvalidStampedeProtectedException if it cannot be protected
	 */
	ProtectedMethod check(AnnotatedMethod method) {
		checkModifiers(method);
		ReturnTypes returns = ReturnTypes.of(method);
		checkCacheAnnotations(method);
		StampedeProtected annotation = method.annotation();
		return new ProtectedMethod(method.description(), this.names.of(method), this.settings.of(method),
				type(method, returns.value()), returns.style(), key(method, annotation.key()),
				expression(method, "condition", annotation.condition()),
				expression(method, "unless", annotation.unless()), FallbackFinder.find(method));
	}

	private static Type type(AnnotatedMethod method, ResolvableType value) {
		Type type = GenericTypeResolver.resolveType(value.getType(), method.type());
		return (type instanceof Class<?> raw) ? ClassUtils.resolvePrimitiveIfNecessary(raw) : type;
	}

	private static void checkModifiers(AnnotatedMethod method) {
		int modifiers = method.method().getModifiers();
		String wrong = Modifier.isStatic(modifiers) ? "static"
				: Modifier.isPrivate(modifiers) ? "private" : Modifier.isFinal(modifiers) ? "final" : null;
		if (wrong != null) {
			throw method.invalid("it is " + wrong + ", so no proxy can stand before it",
					"Remove the word, or use StampedeOperations in the method");
		}
	}

	private static void checkCacheAnnotations(AnnotatedMethod method) {
		for (Class<? extends Annotation> annotation : CACHE_ANNOTATIONS) {
			if (AnnotatedElementUtils.hasAnnotation(method.method(), annotation)
					|| AnnotatedElementUtils.hasAnnotation(method.type(), annotation)) {
				throw method.invalid("it is also covered by @" + annotation.getSimpleName()
						+ ", which is not supported on the same method yet", "Keep one of the two annotations");
			}
		}
	}

	private @Nullable MethodExpression expression(AnnotatedMethod method, String attribute, String text) {
		return StringUtils.hasText(text) ? this.expressions.compile(method, attribute, text) : null;
	}

	private MethodKey key(AnnotatedMethod method, String text) {
		if (StringUtils.hasText(text)) {
			return this.expressions.key(method, text);
		}
		int count = method.method().getParameterCount();
		for (int i = 0; i < count; i++) {
			if (!EntryKey.isKeyType(method.parameter(i))) {
				String name = method.parameterName(i);
				throw method.invalid(
						"it has no key, and its parameter '" + name + "' of type " + method.parameter(i)
								+ " leaves open what identifies it",
						"Say what identifies the call, for example key = \"#" + name + ".id\", or declare a type with "
								+ "value semantics, such as a text, a number, or a record or list of them");
			}
		}
		return MethodKey.ofArguments(count);
	}

}
