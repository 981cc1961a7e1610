package dev.stampede.interceptor;

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
import org.springframework.core.KotlinDetector;
import org.springframework.core.ResolvableType;

/**
 * What a method returns: the type of its values, which must be such that they can be
 * stored and given to many callers, and how they are handed out.
 *
 * @param value the type of the values
 * @param style how calls are made
 */
record ReturnTypes(ResolvableType value, CallStyle style) {

	private static final Set<Class<?>> ASYNCHRONOUS = Set.of(Future.class, CompletionStage.class, Flow.Publisher.class);

	/** Libraries that may not be there. */
	private static final Set<String> ASYNCHRONOUS_NAMES = Set.of("org.reactivestreams.Publisher",
			"kotlinx.coroutines.flow.Flow", "io.reactivex.rxjava3.core.SingleSource",
			"io.reactivex.rxjava3.core.MaybeSource", "io.reactivex.rxjava3.core.ObservableSource",
			"io.reactivex.rxjava3.core.CompletableSource");

	private static final Set<Class<?>> ONE_SHOT = Set.of(AutoCloseable.class, Iterator.class, Spliterator.class,
			Enumeration.class);

	private static final Set<String> ONE_SHOT_NAMES = Set.of("org.springframework.core.io.InputStreamSource");

	private static final Set<String> WEB_NAMES = Set.of("org.springframework.http.HttpEntity",
			"org.springframework.web.servlet.ModelAndView");

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
		if (raw == CompletableFuture.class || raw == CompletionStage.class) {
			return new ReturnTypes(element(method), new StageCalls());
		}
		return switch (raw.getName()) {
			case "reactor.core.publisher.Mono" -> new ReturnTypes(element(method), new ReactorCalls(false));
			case "reactor.core.publisher.Flux" -> new ReturnTypes(
					ResolvableType.forClassWithGenerics(List.class, element(method)), new ReactorCalls(true));
			default -> new ReturnTypes(method.returnType(), new ValueCalls());
		};
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
		if (isOneOf(raw, ASYNCHRONOUS, ASYNCHRONOUS_NAMES)) {
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
