package dev.stampede.store;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import dev.stampede.key.EntryKey;

/**
 * An atomic step of the protocol, as the engine asks it of an {@link EntryStore}.
 *
 * @param <R> the type of the reply
 * @since 0.1.0
 */
public sealed interface StoreCommand<R> {

	/**
	 * Returns the cache that the command belongs to.
	 * @return the name of the cache
	 */
	String cacheName();

	/**
	 * Returns the phase under which failures of the command are counted.
	 * @return the phase
	 */
	StorePhase phase();

	/**
	 * A command on one key.
	 *
	 * @param <R> the type of the reply
	 */
	sealed interface Keyed<R> extends StoreCommand<R> {

		/**
		 * Returns the key.
		 * @return the key of the entry
		 */
		EntryKey key();

		@Override
		default String cacheName() {
			return key().cacheName();
		}

	}

	/**
	 * A command under a token, which fences it: it changes nothing once the lock holds
	 * another one.
	 *
	 * @param <R> the type of the reply
	 */
	sealed interface Tokened<R> extends Keyed<R> {

		/**
		 * Returns the fencing token.
		 * @return the token
		 */
		String token();

	}

	/**
	 * Reads an entry with one plain read, perhaps from a replica.
	 *
	 * @param key the key
	 * @param audience who else may be served it, or null
	 */
	record Read(EntryKey key, @Nullable Audience audience) implements Keyed<Entry> {

		/**
		 * Creates a read for its caller alone.
		 * @param key the key
		 */
		public Read(EntryKey key) {
			this(key, null);
		}

		@Override
		public StorePhase phase() {
			return StorePhase.GET;
		}

	}

	/**
	 * Others who wait for the entry that is being read. A store may tell them of it
	 * before the reader itself gets its reply; it need not.
	 */
	interface Audience {

		/**
		 * Returns whether there is anybody to tell.
		 * @return whether the entry is of use to others
		 */
		boolean isWaiting();

		/**
		 * Takes the entry. Does no I/O, and may be called by a thread of the driver.
		 * @param entry the entry, or {@link Entry#ABSENT}
		 */
		void hear(Entry entry);

	}

	/**
	 * Re-reads the entry on the master and, unless it is fresh with another stamp than
	 * the caller has seen, sets the lock if it is free. A lock that already holds this
	 * token counts as won.
	 *
	 * @param key the key
	 * @param token the caller's token, fresh for each attempt
	 * @param lockTtl how long the lock lives unless renewed
	 * @param seenStamp the stamp of the entry that the caller has seen and cannot use;
	 * zero for none
	 */
	record Acquire(EntryKey key, String token, Duration lockTtl, long seenStamp) implements Tokened<Acquisition> {

		@Override
		public StorePhase phase() {
			return StorePhase.ACQUIRE;
		}

	}

	/**
	 * Looks at lock and entry, on the master, and changes nothing.
	 *
	 * @param key the key
	 */
	record Inspect(EntryKey key) implements Keyed<KeyState> {

		@Override
		public StorePhase phase() {
			return StorePhase.GET;
		}

	}

	/**
	 * Gives a lock that still holds the token a new remaining life. Replies whether it
	 * did.
	 *
	 * @param key the key
	 * @param token the holder's token
	 * @param lockTtl the remaining life from now on
	 */
	record Renew(EntryKey key, String token, Duration lockTtl) implements Tokened<Boolean> {

		@Override
		public StorePhase phase() {
			return StorePhase.RENEW;
		}

	}

	/**
	 * Writes the entry and gives up the lock, only while it holds the token. Replies
	 * whether it did.
	 *
	 * @param key the key
	 * @param token the holder's token
	 * @param value what to write
	 */
	record Fill(EntryKey key, String token, Filling value) implements Tokened<Boolean> {

		@Override
		public StorePhase phase() {
			return StorePhase.FILL;
		}

	}

	/**
	 * Deletes the entry, since what was read is not to be stored and so an older copy is
	 * known to be wrong, and gives up the lock or turns it into a pass mark
	 * (hit-for-miss), only while it holds the token. Replies whether it did.
	 *
	 * @param key the key
	 * @param token the holder's token
	 * @param keepsEntry whether the entry stays, since nothing was read, or nobody can
	 * tell whether it is wrong
	 * @param passTtl the life of the pass mark, during which nobody needs the lock to
	 * read; zero for no mark
	 */
	record Discard(EntryKey key, String token, boolean keepsEntry, Duration passTtl) implements Tokened<Boolean> {

		@Override
		public StorePhase phase() {
			return StorePhase.RELEASE;
		}

	}

	/**
	 * Ends a regeneration whose source failed: replaces the lock by a backoff mark if a
	 * copy may be served instead, else deletes it; only while it holds the token.
	 *
	 * @param key the key
	 * @param token the holder's token
	 * @param backoff the life of the mark
	 * @param takesFresh whether an entry that is still fresh may be served
	 */
	record Fail(EntryKey key, String token, Duration backoff, boolean takesFresh) implements Tokened<Failing> {

		@Override
		public StorePhase phase() {
			return StorePhase.RELEASE;
		}

	}

	/**
	 * Deletes the lock, only while it holds the token. Replies whether it did.
	 *
	 * @param key the key
	 * @param token the holder's token
	 */
	record Release(EntryKey key, String token) implements Tokened<Boolean> {

		@Override
		public StorePhase phase() {
			return StorePhase.RELEASE;
		}

	}

	/**
	 * Deletes entry and lock, whoever holds it, and tells the other JVMs. Replies whether
	 * there was an entry.
	 *
	 * @param key the key
	 */
	record Evict(EntryKey key) implements Keyed<Boolean> {

		@Override
		public StorePhase phase() {
			return StorePhase.EVICT;
		}

	}

	/**
	 * Deletes the entry, takes the lock from whoever holds it, and tells the other JVMs;
	 * the first half of a put. Replies true.
	 *
	 * @param key the key
	 * @param token the token under which the put will fill
	 * @param lockTtl how long the lock lives
	 */
	record Seize(EntryKey key, String token, Duration lockTtl) implements Tokened<Boolean> {

		@Override
		public StorePhase phase() {
			return StorePhase.EVICT;
		}

	}

	/**
	 * Deletes all locks, then all entries of a cache, and tells the other JVMs. Replies
	 * the number of entries deleted.
	 *
	 * @param cacheName the cache
	 */
	record Clear(String cacheName) implements StoreCommand<Long> {

		@Override
		public StorePhase phase() {
			return StorePhase.CLEAR;
		}

	}

}
