package dev.stampede.interceptor;

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.interceptor.CacheableOperation;

/**
 * For where Spring's cache abstraction is not in use.
 */
final class NoCacheableCalls implements CacheableCalls {

	@Override
	public void check(CacheableOperation operation) {
		throw new IllegalArgumentException(
				"caching is not enabled, so @Cacheable does nothing: add @EnableCaching, or " + "remove @Cacheable");
	}

	@Override
	public boolean isOurs(CacheableOperation operation) {
		return false;
	}

	@Override
	public @Nullable CacheableCall of(CacheableOperation operation, Method method, Object target,
			@Nullable Object[] arguments) {
		return null;
	}

}
