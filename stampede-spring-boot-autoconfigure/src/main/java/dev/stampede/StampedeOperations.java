package dev.stampede;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ParameterizedTypeReference;

/**
 * Protected calls without an annotation, on the same entries, locks and policies as
 * {@link StampedeProtected}. They are meant for calls within one class, which do not go
 * through a proxy, and for code that chooses its cache at run time. Safe for use by
 * several threads.
 * <p>
 * What a source throws comes out as thrown, checked exceptions too, although no method
 * here declares them.
 *
 * @since 0.1.0
 */
public interface StampedeOperations {

	/**
	 * Returns the value of a key; reads the source if there is none and this caller wins.
	 * @param <T> the type of the value
	 * @param cacheName the name of the cache
	 * @param key the key, of a type with value semantics; see
	 * {@link dev.stampede.key.EntryKey#of}
	 * @param type the type of the value
	 * @param source reads the source; called at most once
	 * @return the value
	 * @throws StampedeException if this caller loses and its chain gives no answer, or
	 * the store fails and the policy is to fail closed
	 */
	<T> @Nullable T get(String cacheName, Object key, Class<T> type, Callable<? extends @Nullable T> source);

	/**
	 * Returns the value of a key; for generic types.
	 * @param <T> the type of the value
	 * @param cacheName the name of the cache
	 * @param key the key, of a type with value semantics
	 * @param type the type of the value, such as a list of prices
	 * @param source reads the source; called at most once
	 * @return the value
	 * @throws StampedeException if this caller loses and its chain gives no answer, or
	 * the store fails and the policy is to fail closed
	 */
	<T> @Nullable T get(String cacheName, Object key, ParameterizedTypeReference<T> type,
			Callable<? extends @Nullable T> source);

	/**
	 * Returns the value of a key without blocking the caller.
	 * @param <T> the type of the value
	 * @param cacheName the name of the cache
	 * @param key the key, of a type with value semantics
	 * @param type the type of the value
	 * @param source starts to read the source; called at most once
	 * @return the value to come; it fails with what the source threw, or with a
	 * {@link StampedeException}
	 */
	<T> CompletableFuture<@Nullable T> getAsync(String cacheName, Object key, Class<T> type,
			Supplier<? extends CompletionStage<T>> source);

	/**
	 * Returns the value of a key without blocking the caller; for generic types.
	 * @param <T> the type of the value
	 * @param cacheName the name of the cache
	 * @param key the key, of a type with value semantics
	 * @param type the type of the value
	 * @param source starts to read the source; called at most once
	 * @return the value to come; it fails with what the source threw, or with a
	 * {@link StampedeException}
	 */
	<T> CompletableFuture<@Nullable T> getAsync(String cacheName, Object key, ParameterizedTypeReference<T> type,
			Supplier<? extends CompletionStage<T>> source);

	/**
	 * Stores a value of a type without generics; a refresh that began before never
	 * overwrites it.
	 * @param cacheName the name of the cache
	 * @param key the key
	 * @param value the value; not a collection, map or optional, which need the other
	 * method, with their type arguments
	 * @throws StampedeStoreException if the store could not be reached
	 * @throws IllegalArgumentException if values of this class cannot be stored
	 */
	void put(String cacheName, Object key, @Nullable Object value);

	/**
	 * Stores a value of a generic type, such as a list of prices; a refresh that began
	 * before never overwrites it.
	 * @param <T> the type of the value
	 * @param cacheName the name of the cache
	 * @param key the key
	 * @param type the type of the value, as it is read
	 * @param value the value
	 * @throws StampedeStoreException if the store could not be reached
	 */
	<T> void put(String cacheName, Object key, ParameterizedTypeReference<T> type, @Nullable T value);

	/**
	 * Evicts an entry. After this has returned, no value that was read from the source
	 * before is stored or served.
	 * @param cacheName the name of the cache
	 * @param key the key
	 * @throws StampedeStoreException if the store could not be reached
	 */
	void evict(String cacheName, Object key);

	/**
	 * Evicts all entries of a cache.
	 * @param cacheName the name of the cache
	 * @throws StampedeStoreException if the store could not be reached
	 */
	void clear(String cacheName);

}
