package dev.stampede.interceptor;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.Spliterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/**
 * A return type: the type of the values, which must be such that they can be stored and
 * given to many callers, and how they are handed out. Spring's registry of reactive types
 * says which types are asynchronous.
 *
 * @since 0.1.0
 */
public final class ReturnTypes {

	private static final String REACTOR = "reactor.core.publisher";

	private static final Set<Class<?>> FUTURES = Set.of(Future.class, CompletionStage.class, Flow.Publisher.class);

	/** Types that the registry knows only where Reactor is there too. */
	private static final Set<String> PUBLISHERS = Set.of("org.reactivestreams.Publisher",
			"kotlinx.coroutines.flow.Flow", "io.reactivex.rxjava3.core.SingleSource",
			"io.reactivex.rxjava3.core.MaybeSource", "io.reactivex.rxjava3.core.ObservableSource",
			"io.reactivex.rxjava3.core.CompletableSource");

	private static final Set<Class<?>> ONE_SHOT = Set.of(AutoCloseable.class, Iterator.class, Spliterator.class,
			Enumeration.class);

	private static final Set<String> ONE_SHOT_NAMES = Set.of("org.springframework.core.io.InputStreamSource");

	private static final Set<String> WEB_NAMES = Set.of("org.springframework.http.HttpEntity",
			"org.springframework.web.servlet.ModelAndView");

	private final ResolvableType value;

	private final CallStyle style;

	private ReturnTypes(ResolvableType value, CallStyle style) {
		this.value = value;
		this.style = style;
	}

	ResolvableType value() {
		return this.value;
	}

	CallStyle style() {
		return this.style;
	}

	/**
	 * Returns the type of the values that a method gives.
	 * @param method the method
	 * @param targetClass the class that tells what type variables stand for
	 * @return the declared return type; what a future or publisher of it gives, a list of
	 * that where it gives many; never a primitive type
	 */
	public static Type valueType(Method method, Class<?> targetClass) {
		Type declared = GenericTypeResolver.resolveType(method.getGenericReturnType(), targetClass);
		ResolvableType type = ResolvableType.forType(declared);
		Class<?> raw = type.resolve(Object.class);
		boolean future = CompletionStage.class.isAssignableFrom(raw);
		if (adapter(raw) == null && !future) {
			return boxed(declared);
		}
		ResolvableType element = (future && !type.hasGenerics()) ? type.as(CompletionStage.class).getGeneric()
				: type.getGeneric();
		return boxed(content(adapter(raw), element).getType());
	}

	static Type boxed(Type type) {
		return (type instanceof Class<?> raw) ? ClassUtils.resolvePrimitiveIfNecessary(raw) : type;
	}

	private static @Nullable ReactiveAdapter adapter(Class<?> type) {
		return ReactiveAdapterRegistry.getSharedInstance().getAdapter(type);
	}

	private static ResolvableType content(@Nullable ReactiveAdapter adapter, ResolvableType element) {
		return (adapter != null && adapter.isMultiValue()) ? ResolvableType.forClassWithGenerics(List.class, element)
				: element;
	}

	/**
	 * Looks at what a method returns.
	 * @param method the method
	 * @return the type of its values and how they are handed out
	 * @throws InvalidStampedeProtectedException if they cannot be kept
	 */
	static ReturnTypes of(AnnotatedMethod method) {
		if (KotlinDetector.isSuspendingFunction(method.method())) {
			throw method.invalid("it is a suspending function, which is not supported yet",
					"Use StampedeOperations.getAsync in the function");
		}
		ReturnTypes types = unwrapped(method);
		Class<?> value = types.value.resolve(Object.class);
		if (value == void.class || value == Void.class) {
			throw method.invalid("it returns nothing that could be kept", "Annotate a method that returns a value");
		}
		check(method, types.value);
		return types;
	}

	private static ReturnTypes unwrapped(AnnotatedMethod method) {
		Class<?> raw = method.method().getReturnType();
		ReactiveAdapter adapter = adapter(raw);
		if (raw == CompletableFuture.class || raw == CompletionStage.class) {
			return new ReturnTypes(element(method), new StageCalls());
		}
		if (adapter != null && raw == adapter.getReactiveType() && REACTOR.equals(raw.getPackageName())) {
			return new ReturnTypes(content(adapter, element(method)), new ReactorCalls(adapter.isMultiValue()));
		}
		return new ReturnTypes(method.returnType(), new ValueCalls());
	}

	private static ResolvableType element(AnnotatedMethod method) {
		ResolvableType element = method.returnType().getGeneric();
		if (element.resolve() == null) {
			throw method.invalid("it returns " + method.returnType() + ", which leaves open what the value is",
					"Declare what it is of, such as " + method.method().getReturnType().getSimpleName() + "<Price>");
		}
		return element;
	}

	private static void check(AnnotatedMethod method, ResolvableType type) {
		if (type.isArray()) {
			check(method, type.getComponentType());
			return;
		}
		Class<?> raw = type.resolve(Object.class);
		if (adapter(raw) != null || isOneOf(raw, FUTURES, PUBLISHERS)) {
			throw method.invalid("it returns the asynchronous type " + raw.getName() + ", which is not supported",
					"Return a CompletableFuture, a CompletionStage, a Mono or a Flux of a plain value, or use "
							+ "StampedeOperations.getAsync in the method");
		}
		if (isOneOf(raw, ONE_SHOT, ONE_SHOT_NAMES)) {
			throw method.invalid("it returns " + raw.getName() + ", which can be used only once and so cannot be kept",
					"Return the content instead, such as a list, a byte array or a record");
		}
		if (isNamed(raw, WEB_NAMES)) {
			throw method.invalid("it returns " + raw.getName() + ", which is the answer to one request and not a value",
					"Annotate a method that returns the content, such as a list or a record, and let this one call it "
							+ "through the bean");
		}
		Arrays.stream(type.getGenerics())
			.filter((generic) -> !generic.getType().equals(type.getType()))
			.filter((generic) -> generic.resolve() != null && !raw.equals(generic.resolve()))
			.forEach((generic) -> check(method, generic));
	}

	private static boolean isOneOf(Class<?> type, Set<Class<?>> types, Set<String> names) {
		return types.stream().anyMatch((candidate) -> candidate.isAssignableFrom(type)) || isNamed(type, names);
	}

	private static boolean isNamed(@Nullable Class<?> type, Set<String> names) {
		return type != null && (names.contains(type.getName()) || isNamed(type.getSuperclass(), names)
				|| Arrays.stream(type.getInterfaces()).anyMatch((candidate) -> isNamed(candidate, names)));
	}

}
