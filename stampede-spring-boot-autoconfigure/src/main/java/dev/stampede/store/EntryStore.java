package dev.stampede.store;

import java.lang.reflect.Type;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import dev.stampede.StampedeInterruptedException;
import dev.stampede.StampedeStoreException;
import dev.stampede.key.EntryKey;

/**
 * Where entries and regeneration locks live: the seam between the engine and Redis. Each
 * {@link StoreCommand} is one atomic step of the protocol and is safe when it is run
 * twice, since a driver may repeat it after a reconnect.
 * <p>
 * Implementations are safe for use by several threads and bound every command by a time
 * limit of their own. They keep the token of an acquire whose outcome is unknown, and
 * release it once the store answers again.
 *
 * @since 0.1.0
 */
public interface EntryStore {

	/**
	 * Returns the name of this JVM in tokens; short, without colons.
	 * @return the instance id
	 */
	String instanceId();

	/**
	 * Returns what is known of the server behind the store, without asking it.
	 * @return the state
	 */
	StoreState state();

	/**
	 * Runs a command on the calling thread.
	 * @param <R> the type of the reply
	 * @param command the command
	 * @return the reply
	 * @throws StampedeStoreException if the store did not answer, or refused
	 * @throws StampedeInterruptedException if the thread was interrupted; the flag is set
	 */
	<R> R execute(StoreCommand<R> command);

	/**
	 * Runs a command without blocking the caller.
	 * @param <R> the type of the reply
	 * @param command the command
	 * @return the reply to come; it fails with {@link StampedeStoreException}, always
	 * completes, and may complete on the driver's event loop
	 */
	<R> CompletionStage<R> executeAsync(StoreCommand<R> command);

	/**
	 * Returns the codec for values of a type in a cache.
	 * @param <T> the declared type
	 * @param cacheName the cache
	 * @param type the declared type with its generics
	 * @return the codec
	 * @throws IllegalArgumentException if values of this type cannot be stored
	 */
	<T> ValueCodec<T> codec(String cacheName, Type type);

	/**
	 * Registers the one who hears what other JVMs have written. To be called once, before
	 * the first command.
	 * @param listener called on the driver's event loop: it must not block
	 */
	void listen(Listener listener);

	/**
	 * Hears what other JVMs have written. Messages only shorten waits, and the life of
	 * near entries: any of them may be lost, but none silently while the subscription
	 * stands.
	 */
	interface Listener {

		/**
		 * Another JVM has filled an entry; what a read of this JVM that is still under
		 * way finds is older.
		 * @param key the key
		 * @param trace the {@code traceparent} of the read that filled it, or null
		 */
		void filled(EntryKey key, @Nullable String trace);

		/**
		 * Another JVM has given up a lock and filled nothing.
		 * @param key the key
		 */
		void freed(EntryKey key);

		/**
		 * An entry was evicted or put; a regeneration that began before is void.
		 * @param key the key
		 */
		void evicted(EntryKey key);

		/**
		 * A cache was cleared; all its regenerations that began before are void.
		 * @param cacheName the cache
		 */
		void cleared(String cacheName);

		/**
		 * The subscription to messages stands, or does no longer: messages may have been
		 * lost meanwhile.
		 * @param stands whether it stands
		 */
		default void subscriptionChanged(boolean stands) {
		}

		/**
		 * There will be no messages, since they were not asked for or are denied.
		 */
		default void subscriptionDenied() {
		}

	}

}
