package dev.stampede.interceptor;

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.interceptor.CacheableOperation;

/**
 * Spring's cache abstraction as the advice of methods that carry both annotations needs
 * it. Safe for use by several threads.
 *
 * @since 0.1.0
 */
public interface CacheableCalls {

	/**
	 * Checks that a method can be protected beside {@code @Cacheable}.
	 * @param operation what its annotation says
	 * @throws IllegalArgumentException if it cannot; the message says what to do
	 */
	void check(CacheableOperation operation);

	/**
	 * Returns whether the entries of a method's caches are ours.
	 * @param operation what its annotation says
	 * @return whether our own manager makes its caches
	 */
	boolean isOurs(CacheableOperation operation);

	/**
	 * Notes that the entries of a cache are not ours.
	 * @param cacheName the cache
	 * @param copied whether we keep copies of them, which are to fall with what the
	 * application evicts and puts
	 */
	void foreign(String cacheName, boolean copied);

	/**
	 * Looks at a call.
	 * @param operation what the annotation of the method says
	 * @param method the method called
	 * @param target the object behind the proxy
	 * @param arguments the arguments
	 * @return the call, or null while the application starts and Spring does not cache
	 * yet
	 */
	@Nullable CacheableCall of(CacheableOperation operation, Method method, Object target, @Nullable Object[] arguments);

	/**
	 * Returns what knows nothing of caches.
	 * @return refuses every method
	 */
	static CacheableCalls none() {
		return new NoCacheableCalls();
	}

}
