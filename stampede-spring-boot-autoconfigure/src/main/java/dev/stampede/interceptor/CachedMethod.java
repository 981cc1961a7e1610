package dev.stampede.interceptor;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.CachePutOperation;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * A method with Spring's cache annotations, as far as a cache needs to know it.
 *
 * @param method the method
 * @param targetClass the class of the object behind the proxy
 * @param operations what the annotations say
 * @param valueType the type of the values that its caches hold: the declared return type,
 * or what a future or publisher of it gives
 * @since 0.1.0
 */
public record CachedMethod(Method method, Class<?> targetClass, List<CacheOperation> operations, Type valueType) {

	static CachedMethod of(Method method, Class<?> targetClass, Collection<CacheOperation> operations) {
		return new CachedMethod(method, targetClass, List.copyOf(operations), valueType(method, targetClass));
	}

	/**
	 * Returns whether the method may use a cache.
	 * @param cacheName the cache
	 * @return whether an operation names it, or leaves its caches to a resolver
	 */
	public boolean uses(String cacheName) {
		return this.operations.stream()
			.anyMatch((operation) -> operation.getCacheNames().contains(cacheName)
					|| StringUtils.hasText(operation.getCacheResolver()) || operation.getCacheNames().isEmpty());
	}

	/**
	 * Returns whether the method puts what it returns whatever the cache holds.
	 * @return false if a put can only be the end of a miss
	 */
	public boolean puts() {
		return this.operations.stream().anyMatch(CachePutOperation.class::isInstance);
	}

	/**
	 * Returns whether Spring takes the value out of an optional before it is cached, and
	 * back.
	 * @return whether the declared return type is an optional
	 */
	public boolean returnsOptional() {
		return this.method.getReturnType() == Optional.class;
	}

	private static Type valueType(Method method, Class<?> targetClass) {
		Type declared = GenericTypeResolver.resolveType(method.getGenericReturnType(), targetClass);
		ResolvableType type = ResolvableType.forType(declared);
		Class<?> raw = type.resolve(Object.class);
		ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(raw);
		boolean future = CompletionStage.class.isAssignableFrom(raw);
		if (adapter == null && !future) {
			return boxed(declared);
		}
		ResolvableType element = (future && !type.hasGenerics()) ? type.as(CompletionStage.class).getGeneric()
				: type.getGeneric();
		return (adapter != null && adapter.isMultiValue())
				? ResolvableType.forClassWithGenerics(List.class, element).getType() : boxed(element.getType());
	}

	private static Type boxed(Type type) {
		return (type instanceof Class<?> raw) ? ClassUtils.resolvePrimitiveIfNecessary(raw) : type;
	}

}
