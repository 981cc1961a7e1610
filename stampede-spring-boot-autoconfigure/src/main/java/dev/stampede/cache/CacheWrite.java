package dev.stampede.cache;

import java.util.function.BiConsumer;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import dev.stampede.EntryKey;

/**
 * What Spring's cache abstraction says about one call of a method with
 * {@code @CacheEvict} or {@code @CachePut}.
 */
interface CacheWrite {

	/**
	 * Tells what the call evicts or puts, if its {@code condition} holds. Keys of types
	 * without value semantics are left out: there is nothing of ours under them.
	 * @param result what the method returned; null before it was called
	 * @param caches the names of the caches to tell of; without one nothing is evaluated
	 * @param written told each cache with the key, or with null for all entries
	 */
	void forEach(@Nullable Object result, Predicate<String> caches, BiConsumer<String, @Nullable EntryKey> written);

}
