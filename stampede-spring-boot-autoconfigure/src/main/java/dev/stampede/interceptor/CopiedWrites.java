package dev.stampede.interceptor;

import java.lang.reflect.Method;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.interceptor.CacheOperation;

import dev.stampede.key.EntryKey;

/**
 * What an application writes to caches of which copies are kept. Safe for use by several
 * threads.
 *
 * @since 0.1.0
 */
public interface CopiedWrites {

	/**
	 * Returns whether there are any such caches.
	 * @return false if there is nothing to look at
	 */
	boolean isPossible();

	/**
	 * Tells what a call of a method with {@code @CacheEvict} or {@code @CachePut} evicts
	 * or puts, if its {@code condition} holds. Keys of types without value semantics are
	 * left out: there are no copies under them.
	 * @param operation what the annotation of the method says
	 * @param method the method called
	 * @param target the object behind the proxy
	 * @param arguments the arguments
	 * @param result what the method returned; null before it was called
	 * @param written told each cache of which copies are kept with the key, or with null
	 * for all entries
	 */
	void forEach(CacheOperation operation, Method method, Object target, @Nullable Object[] arguments,
			@Nullable Object result, BiConsumer<String, @Nullable EntryKey> written);

}
