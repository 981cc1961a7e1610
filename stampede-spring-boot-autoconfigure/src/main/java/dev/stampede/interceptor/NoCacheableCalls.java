package dev.stampede.interceptor;

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.interceptor.CacheableOperation;

import dev.stampede.policy.InvalidSettingsException;

/**
 * For where Spring's cache abstraction is not in use.
 */
final class NoCacheableCalls implements CacheableCalls {

	@Override
	public void check(CacheableOperation operation) {
		throw new InvalidSettingsException("caching is not enabled, so @Cacheable does nothing",
				"Add @EnableCaching to a configuration class, or remove @Cacheable");
	}

	@Override
	public boolean isOurs(CacheableOperation operation) {
		return false;
	}

	@Override
	public void foreign(String cacheName, boolean copied) {
	}

	@Override
	public @Nullable CacheableCall of(CacheableOperation operation, Method method, Object target,
			@Nullable Object[] arguments) {
		return null;
	}

}
