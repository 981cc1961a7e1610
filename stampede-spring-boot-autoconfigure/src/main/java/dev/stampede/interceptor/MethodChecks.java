package dev.stampede.interceptor;

import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.interceptor.CacheableOperation;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

import dev.stampede.StampedeProtected;
import dev.stampede.key.EntryKey;

/**
 * Checks of annotated methods, which turn them into protected ones.
 */
final class MethodChecks {

	/** What a method carries that plainly writes; an annotation of its own covers it. */
	private static final List<String> WRITES = List.of("org.springframework.data.jpa.repository.Modifying",
			"org.springframework.data.jdbc.repository.query.Modifying",
			"org.springframework.data.r2dbc.repository.Modifying",
			"org.springframework.web.service.annotation.PostExchange",
			"org.springframework.web.service.annotation.PutExchange",
			"org.springframework.web.service.annotation.PatchExchange",
			"org.springframework.web.service.annotation.DeleteExchange");

	private final AnnotationSettings settings;

	private final MethodExpressions expressions;

	private final CacheNames names;

	private final BesideCacheable besideCacheable = new BesideCacheable();

	MethodChecks(AnnotationSettings settings, MethodExpressions expressions) {
		this.settings = settings;
		this.names = new CacheNames(settings::resolve);
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
		if (method.onType()) {
			checkReads(method);
		}
		ReturnTypes returns = ReturnTypes.of(method);
		CacheableOperation cacheable = this.besideCacheable.find(method, returns);
		StampedeProtected annotation = method.annotation();
		return new ProtectedMethod(method, this.names.of(method, cacheable), this.settings.of(method),
				type(method, returns.value()), returns.style(),
				(cacheable != null) ? MethodKey.ofArguments(0) : key(method, annotation.key()),
				expression(method, "condition", annotation.condition()),
				expression(method, "unless", annotation.unless()), cacheable, FallbackFinder.find(method),
				ResultFilters.find(method.method(), method.type()));
	}

	private static Type type(AnnotatedMethod method, ResolvableType value) {
		return ReturnTypes.boxed(GenericTypeResolver.resolveType(value.getType(), method.type()));
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

	private static void checkReads(AnnotatedMethod method) {
		MergedAnnotations annotations = MergedAnnotations.from(method.method(), SearchStrategy.TYPE_HIERARCHY);
		WRITES.stream().filter(annotations::isPresent).findFirst().ifPresent((name) -> {
			throw method.invalid("it has @" + ClassUtils.getShortName(name) + ", so it writes",
					"Annotate the methods that read, rather than their type");
		});
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
				throw method.invalid("it has no key, and its parameter '" + name + "' of type " + method.parameter(i)
						+ " leaves open what identifies it", KeyAdvice.of(method));
			}
		}
		return MethodKey.ofArguments(count);
	}

}
