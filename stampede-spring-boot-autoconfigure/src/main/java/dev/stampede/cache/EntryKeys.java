package dev.stampede.cache;

import java.lang.reflect.Method;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.interceptor.SimpleKey;
import org.springframework.util.ObjectUtils;

import dev.stampede.key.EntryKey;

/**
 * Mapping of Spring's keys to entries. Spring's own key of several arguments keeps them
 * to itself, so they are taken from the call.
 */
final class EntryKeys {

	private EntryKeys() {
	}

	/**
	 * Returns the identity of an entry.
	 * @param cacheName the cache
	 * @param key the key that Spring made
	 * @param invocation the call for which the key was made, or null if unknown
	 * @return the identity
	 * @throws IllegalArgumentException if the key, or a part of it, has no value
	 * semantics that we know of
	 */
	static EntryKey of(String cacheName, Object key, @Nullable CachedInvocation invocation) {
		return (invocation != null) ? of(cacheName, key, invocation.method().method(), invocation.arguments())
				: EntryKey.of(cacheName, (key instanceof SimpleKey simple) ? parts(simple, new Object[0]) : key);
	}

	/**
	 * Returns the identity of an entry.
	 * @param cacheName the cache
	 * @param key the key that Spring made
	 * @param method the method for whose call the key was made
	 * @param arguments the arguments of the call
	 * @return the identity
	 * @throws IllegalArgumentException if the key, or a part of it, has no value
	 * semantics that we know of
	 */
	static EntryKey of(String cacheName, Object key, Method method, @Nullable Object[] arguments) {
		return EntryKey.of(cacheName,
				(key instanceof SimpleKey simple) ? parts(simple, arguments(method, arguments)) : key);
	}

	private static Object parts(SimpleKey key, @Nullable Object[] arguments) {
		if (key.equals(SimpleKey.EMPTY)) {
			return new Object[0];
		}
		if (!key.equals(new SimpleKey(arguments))) {
			throw new IllegalArgumentException("A SimpleKey that was not made of the arguments of the call does not "
					+ "tell its parts: use a list or a record of them as the key");
		}
		Object single = (arguments.length == 1) ? arguments[0] : null;
		return ObjectUtils.isArray(single) ? single : arguments;
	}

	// as Spring's key generators get them
	private static @Nullable Object[] arguments(Method method, @Nullable Object[] arguments) {
		if (!method.isVarArgs()) {
			return arguments;
		}
		int fixed = arguments.length - 1;
		@Nullable Object[] variable = ObjectUtils.toObjectArray(arguments[fixed]);
		@Nullable Object[] all = Arrays.copyOf(arguments, fixed + variable.length);
		System.arraycopy(variable, 0, all, fixed, variable.length);
		return all;
	}

}
