package dev.stampede.cache;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.Cache;

import dev.stampede.key.EntryKey;

/**
 * One call of a method with {@code @Cacheable}, as Spring's cache abstraction sees it.
 */
interface CacheableCall {

	/**
	 * Returns whether the call is to be cached.
	 * @return false if its {@code condition} does not hold
	 */
	boolean isCached();

	/**
	 * Returns whether a cache of ours is asked, which protects by itself.
	 * @return whether the entries are ours
	 */
	boolean usesOurCaches();

	/**
	 * Returns what the lock is named after.
	 * @param cacheName the first part of the name
	 * @return the identity, or null if the key is of a type without value semantics
	 */
	@Nullable EntryKey entryKey(String cacheName);

	/**
	 * Asks the caches, in order, as Spring does: errors are those of the application's
	 * error handler. Once a cache has failed it is not asked again in this call.
	 * @return the first hit, or null if there is none
	 */
	Cache.@Nullable ValueWrapper find();

	/**
	 * Returns whether a value is to be put.
	 * @param returned what the method returned
	 * @return false if its {@code unless} keeps it out
	 */
	boolean isStorable(@Nullable Object returned);

	/**
	 * Returns whether the caches hold what the method returned, or will not hold it: some
	 * answer a put before they have done it.
	 * @param returned what the method returned
	 * @return whether there is nothing to wait for
	 */
	boolean isSettled(@Nullable Object returned);

	/**
	 * Returns whether the caches take what the method returned, as far as is known.
	 * @param returned what the method returned
	 * @return false if its {@code unless} keeps it out, or a cache failed in this call
	 */
	boolean isKept(@Nullable Object returned);

}
