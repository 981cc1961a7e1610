package dev.stampede.store;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

import dev.stampede.key.EntryKey;

/**
 * The scripts' semantics without a server: entries, locks and marks of waiters of a
 * fleet, expiring by its own clock, which may jump. Held to the real thing by the
 * contract of the store. Every access is atomic. Open for mutants.
 */
public class InMemoryRedis {

	private static final long TOLERANCE = Duration.ofSeconds(1).toNanos();

	private final ExpiringMap<Stored> entries;

	private final ExpiringMap<String> locks;

	private final ExpiringMap<String> marks;

	private final Set<InMemoryEntryStore> subscribers = new LinkedHashSet<>();

	private final Clock clock;

	private long lastStamp;

	private boolean tellsEveryFill;

	/**
	 * Creates an empty one.
	 * @param ticker the time
	 */
	public InMemoryRedis(LongSupplier ticker) {
		this.clock = new Clock(ticker);
		this.entries = new ExpiringMap<>(this.clock::now);
		this.locks = new ExpiringMap<>(this.clock::now);
		this.marks = new ExpiringMap<>(this.clock::now);
	}

	/**
	 * Adds a node to the fleet.
	 * @param instanceId its name
	 * @return its store
	 */
	public InMemoryEntryStore node(String instanceId) {
		return join(new InMemoryEntryStore(this, instanceId));
	}

	/**
	 * Lets a store hear messages from now on.
	 * @param <S> the type of the store
	 * @param store the store
	 * @return the store
	 */
	public <S extends InMemoryEntryStore> S join(S store) {
		this.subscribers.add(store);
		return store;
	}

	/**
	 * Lets a store hear nothing any more.
	 * @param store the store
	 */
	public void leave(InMemoryEntryStore store) {
		this.subscribers.remove(store);
	}

	/**
	 * Reads on the clock of this server.
	 * @param key the key
	 * @return the entry, absent if there is none
	 */
	public synchronized Entry read(EntryKey key) {
		Stored stored = this.entries.get(key);
		return (stored != null) ? stored.entry : Entry.ABSENT;
	}

	/**
	 * Reads as a JVM does whose idea of this clock may be old.
	 * @param key the key
	 * @param ahead how far ahead of the ticker it thinks this clock is
	 * @return the entry on the ticker of the JVM
	 */
	public synchronized Entry read(EntryKey key, long ahead) {
		Stored stored = this.entries.get(key);
		if (stored == null) {
			return Entry.ABSENT;
		}
		long ticker = ticker();
		boolean fromTheFuture = stored.filled > ticker + ahead + TOLERANCE;
		if (ahead == 0 && !fromTheFuture) {
			return stored.entry;
		}
		Entry entry = stored.entry;
		return new Entry(entry.stamp(), fromTheFuture ? ticker : entry.freshUntil() - ahead, entry.staleUntil() - ahead,
				entry.staleIfErrorUntil() - ahead, entry.readNanos(), entry.nullValue(), entry.payload());
	}

	/**
	 * Takes a lock that is free, unless there is a fresh entry.
	 * @param command what was sent
	 * @return the reply
	 */
	public synchronized Acquisition acquire(StoreCommand.Acquire command) {
		EntryKey key = command.key();
		Entry entry = read(key);
		Entry news = (!entry.isPresent() || entry.stamp() != command.seenStamp()) ? read(key, this.clock.ahead) : null;
		if (news != null && isFresh(key)) {
			return new Acquisition(Acquisition.Outcome.FILLED, news, null, 0);
		}
		String lock = this.locks.get(key);
		boolean backingOff = lock != null && lock.startsWith("!");
		if (lock != null && backingOff && entry.isServableOnError(now())) {
			return new Acquisition(Acquisition.Outcome.BACKING_OFF, news, lock.substring(1), remainingMillis(key));
		}
		if (lock != null && lock.startsWith("?")) {
			return new Acquisition(Acquisition.Outcome.PASSING, news, lock.substring(1), remainingMillis(key));
		}
		if (lock == null || backingOff) {
			this.locks.put(key, command.token(), now() + command.lockTtl().toNanos());
		}
		else if (!lock.equals(command.token())) {
			this.marks.put(key, "1", this.locks.ends(key));
			String holder = lock.substring(0, lock.indexOf(':'));
			return new Acquisition(Acquisition.Outcome.HELD, news, holder, remainingMillis(key));
		}
		return new Acquisition(Acquisition.Outcome.WON, news, null, command.lockTtl().toMillis());
	}

	synchronized KeyState inspect(EntryKey key) {
		Entry entry = read(key, this.clock.ahead);
		long fresh = entry.isPresent() ? Math.max(0, entry.freshUntil() - ticker()) : 0;
		long stale = entry.isPresent() ? Math.max(fresh, entry.staleUntil() - ticker()) : 0;
		KeyState.EntryState state = (fresh > 0) ? KeyState.EntryState.FRESH : KeyState.EntryState.STALE;
		return new KeyState(lockState(key), holder(key), (this.locks.get(key) != null) ? remainingMillis(key) : 0,
				entry.isPresent() ? state : KeyState.EntryState.ABSENT, fresh / 1_000_000, stale / 1_000_000);
	}

	private KeyState.LockState lockState(EntryKey key) {
		String lock = this.locks.get(key);
		if (lock == null) {
			return KeyState.LockState.FREE;
		}
		if (lock.startsWith("?")) {
			return KeyState.LockState.PASS;
		}
		return lock.startsWith("!") ? KeyState.LockState.BACKOFF : KeyState.LockState.HELD;
	}

	private @Nullable String holder(EntryKey key) {
		String lock = this.locks.get(key);
		if (lock == null) {
			return null;
		}
		return isMark(lock) ? lock.substring(1) : lock.substring(0, lock.indexOf(':'));
	}

	synchronized boolean renew(StoreCommand.Renew command) {
		boolean owner = owns(command.key(), command.token());
		if (owner) {
			this.locks.put(command.key(), command.token(), now() + command.lockTtl().toNanos());
		}
		return owner;
	}

	/**
	 * Stores an entry for who holds the lock, and releases that.
	 * @param command what was sent
	 * @param sender who sent it
	 * @return whether the token held the lock
	 */
	public boolean fill(StoreCommand.Fill command, InMemoryEntryStore sender) {
		boolean announced;
		synchronized (this) {
			if (!owns(command.key(), command.token())) {
				return false;
			}
			store(command);
			announced = unlock(command.key());
		}
		announceFill(command.key(), announced || this.tellsEveryFill, sender);
		return true;
	}

	/**
	 * Gives up a lock for who holds it, and marks the key as uncacheable.
	 * @param command what was sent
	 * @param sender who sent it
	 * @return whether the token held the lock
	 */
	public boolean discard(StoreCommand.Discard command, InMemoryEntryStore sender) {
		boolean announced;
		synchronized (this) {
			if (!owns(command.key(), command.token())) {
				return false;
			}
			if (!command.keepsEntry()) {
				this.entries.remove(command.key());
			}
			announced = unlock(command.key());
			if (!command.passTtl().isZero()) {
				this.locks.put(command.key(), "?" + sender.instanceId(), now() + command.passTtl().toNanos());
			}
		}
		announceFree(command.key(), announced || this.tellsEveryFill, sender);
		return true;
	}

	Failing fail(StoreCommand.Fail command, InMemoryEntryStore sender) {
		boolean announced;
		Entry entry;
		synchronized (this) {
			if (!owns(command.key(), command.token())) {
				return new Failing(false, Entry.ABSENT);
			}
			entry = read(command.key());
			announced = unlock(command.key());
			if (entry.isServableOnError(now()) && (command.takesFresh() || !entry.isFresh(now()))) {
				this.locks.put(command.key(), "!" + sender.instanceId(), now() + command.backoff().toNanos());
				entry = read(command.key(), this.clock.ahead);
			}
			else {
				entry = Entry.ABSENT;
			}
		}
		announceFree(command.key(), announced, sender);
		return new Failing(true, entry);
	}

	/**
	 * Releases a lock for who holds it.
	 * @param command what was sent
	 * @return whether the token held the lock
	 */
	public synchronized boolean release(StoreCommand.Release command) {
		boolean owner = owns(command.key(), command.token());
		if (owner) {
			this.locks.remove(command.key());
		}
		return owner;
	}

	/**
	 * Deletes an entry and the lock of whoever holds it.
	 * @param key the key
	 * @param sender who evicts
	 * @return whether there was an entry
	 */
	public boolean evict(EntryKey key, InMemoryEntryStore sender) {
		boolean existed;
		synchronized (this) {
			existed = this.entries.remove(key);
			unlock(key);
		}
		tell(sender, (listener) -> listener.evicted(key));
		return existed;
	}

	boolean seize(StoreCommand.Seize command, InMemoryEntryStore sender) {
		synchronized (this) {
			this.entries.remove(command.key());
			this.locks.put(command.key(), command.token(), now() + command.lockTtl().toNanos());
		}
		tell(sender, (listener) -> listener.evicted(command.key()));
		return true;
	}

	/**
	 * Clears a cache, which is no atomic step.
	 * @param cacheName the cache
	 * @param sender who does so
	 * @param meanwhile what happens between its locks and its entries
	 * @return the number of entries deleted
	 */
	long clear(String cacheName, InMemoryEntryStore sender, Runnable meanwhile) {
		synchronized (this) {
			this.locks.removeAll(cacheName);
			this.marks.removeAll(cacheName);
		}
		meanwhile.run();
		long count;
		synchronized (this) {
			count = this.entries.removeAll(cacheName);
		}
		tell(sender, (listener) -> listener.cleared(cacheName));
		return count;
	}

	/**
	 * Tells of fills and entries given up though nobody waits, as near caches need it.
	 */
	public void tellEveryFill() {
		this.tellsEveryFill = true;
	}

	/**
	 * Loses a lock, as a failover would.
	 * @param key the key
	 */
	public synchronized void loseLock(EntryKey key) {
		this.locks.remove(key);
	}

	/**
	 * Loses everything, as a restart without persistence does.
	 */
	public synchronized void loseAll() {
		this.locks.clear();
		this.marks.clear();
		this.entries.clear();
	}

	/**
	 * Sets the clock forward or back.
	 * @param millis how far
	 */
	public synchronized void jump(long millis) {
		this.clock.ahead += Duration.ofMillis(millis).toNanos();
	}

	/**
	 * Returns how far the clock has been set forward.
	 * @return nanoseconds
	 */
	public synchronized long ahead() {
		return this.clock.ahead;
	}

	/**
	 * Returns what the lock of a key holds.
	 * @param key the key
	 * @return the token, the name of who set a mark after its sign, or null
	 */
	public synchronized @Nullable String lock(EntryKey key) {
		return this.locks.get(key);
	}

	/**
	 * Returns whether the entry of a key is fresh.
	 * @param key the key
	 * @return whether there is a fresh entry
	 */
	public synchronized boolean isFresh(EntryKey key) {
		Stored stored = this.entries.get(key);
		return stored != null && stored.entry.isFresh(now()) && stored.filled <= now() + TOLERANCE;
	}

	/**
	 * Returns for how long a fresh entry has been there.
	 * @param key the key
	 * @return nanoseconds, zero if there is no fresh entry
	 */
	public synchronized long freshFor(EntryKey key) {
		Stored stored = this.entries.get(key);
		return (stored != null && isFresh(key)) ? now() - stored.filled : 0;
	}

	/**
	 * Returns whether the JVMs take this server for one that answers.
	 * @return true, except in mutants
	 */
	public boolean isTakenForUp() {
		return true;
	}

	/**
	 * Returns whether no key is locked.
	 * @return whether there is no lock
	 */
	public synchronized boolean holdsNoLocks() {
		return this.locks.isEmpty();
	}

	synchronized long now() {
		return this.clock.now();
	}

	/**
	 * Returns the time that all nodes share.
	 * @return nanoseconds
	 */
	public long ticker() {
		return this.clock.ticker.getAsLong();
	}

	/**
	 * Stores an entry, whoever holds the lock.
	 * @param command what was sent
	 */
	protected final synchronized void store(StoreCommand.Fill command) {
		Filling value = command.value();
		long freshUntil = now() + value.ttl().toNanos();
		this.lastStamp = Math.max(this.lastStamp + 1, freshUntil);
		Entry entry = new Entry(this.lastStamp, freshUntil, freshUntil + value.staleTtl().toNanos(),
				freshUntil + value.staleIfErrorTtl().toNanos(), value.readTime().toNanos(), value.nullValue(),
				value.payload());
		this.entries.put(command.key(), new Stored(entry, now()),
				Math.max(entry.staleUntil(), entry.staleIfErrorUntil()));
	}

	/**
	 * Deletes an entry and leaves the lock.
	 * @param key the key
	 */
	public final synchronized void drop(EntryKey key) {
		this.entries.remove(key);
	}

	/**
	 * Returns whether what a lock holds is a mark, and nobody's token.
	 * @param lock what the lock holds
	 * @return whether nobody reads under it
	 */
	public static boolean isMark(String lock) {
		return lock.startsWith("!") || lock.startsWith("?");
	}

	private boolean owns(EntryKey key, String token) {
		return token.equals(this.locks.get(key));
	}

	private boolean unlock(EntryKey key) {
		this.locks.remove(key);
		return this.marks.remove(key);
	}

	private long remainingMillis(EntryKey key) {
		return (this.locks.ends(key) - now()) / 1_000_000;
	}

	private void announceFill(EntryKey key, boolean announced, InMemoryEntryStore sender) {
		if (announced) {
			tell(sender, (listener) -> listener.filled(key, null));
		}
	}

	private void announceFree(EntryKey key, boolean announced, InMemoryEntryStore sender) {
		if (announced) {
			tell(sender, (listener) -> listener.freed(key));
		}
	}

	private void tell(InMemoryEntryStore sender, Consumer<EntryStore.Listener> message) {
		for (InMemoryEntryStore store : new ArrayList<>(this.subscribers)) {
			if (!store.equals(sender) && store.hears()) {
				store.hear(message);
			}
		}
	}

	/** The clock of this server, which may jump. */
	private static final class Clock {

		private final LongSupplier ticker;

		private volatile long ahead;

		private Clock(LongSupplier ticker) {
			this.ticker = ticker;
		}

		private long now() {
			return this.ticker.getAsLong() + this.ahead;
		}

	}

	private record Stored(Entry entry, long filled) {

	}

}
