package dev.stampede.cache;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.CachePutOperation;
import org.springframework.util.StringUtils;

import dev.stampede.interceptor.ResultFilters;
import dev.stampede.interceptor.ReturnTypes;

/**
 * A method with Spring's cache annotations, as far as a cache needs to know it.
 *
 * @param method the method
 * @param cacheNames the caches that its operations name
 * @param resolves whether an operation leaves its caches to a resolver
 * @param puts whether it puts what it returns whatever the cache holds; if not, a put can
 * only be the end of a miss
 * @param valueType the type of the values that its caches hold: the declared return type,
 * or what a future or publisher of it gives
 * @param edited whether a guard edits its results for each caller, so that nobody may
 * share them
 */
record CachedMethod(Method method, Set<String> cacheNames, boolean resolves, boolean puts, Type valueType,
		boolean edited) {

	static CachedMethod of(Method method, Class<?> targetClass, Collection<CacheOperation> operations) {
		Set<String> names = operations.stream()
			.flatMap((operation) -> operation.getCacheNames().stream())
			.collect(Collectors.toUnmodifiableSet());
		boolean resolves = operations.stream()
			.anyMatch((operation) -> StringUtils.hasText(operation.getCacheResolver())
					|| operation.getCacheNames().isEmpty());
		return new CachedMethod(method, names, resolves,
				operations.stream().anyMatch(CachePutOperation.class::isInstance),
				ReturnTypes.valueType(method, targetClass), ResultFilters.find(method, targetClass) != null);
	}

	/**
	 * Returns whether the method may use a cache.
	 * @param cacheName the cache
	 * @return whether an operation names it, or leaves its caches to a resolver
	 */
	boolean uses(String cacheName) {
		return this.resolves || this.cacheNames.contains(cacheName);
	}

	/**
	 * Returns whether Spring takes the value out of an optional before it is cached, and
	 * back.
	 * @return whether the declared return type is an optional
	 */
	boolean returnsOptional() {
		return this.method.getReturnType() == Optional.class;
	}

}
