package dev.stampede;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * The scripts' semantics without a server: entries, locks and marks of waiters of a
 * fleet, expiring by its own clock. Held to the real thing by the contract of the store.
 * Every access is atomic.
 */
final class InMemoryRedis {

	private final Map<String, Stored> entries = new HashMap<>();

	private final Map<String, Expiring> locks = new HashMap<>();

	private final Map<String, Expiring> marks = new HashMap<>();

	private final Set<InMemoryEntryStore> subscribers = new LinkedHashSet<>();

	private final LongSupplier ticker;

	private long lastStamp;

	InMemoryRedis(LongSupplier ticker) {
		this.ticker = ticker;
	}

	/**
	 * Adds a node to the fleet.
	 * @param instanceId its name
	 * @return its store
	 */
	InMemoryEntryStore node(String instanceId) {
		InMemoryEntryStore store = new InMemoryEntryStore(this, instanceId);
		this.subscribers.add(store);
		return store;
	}

	synchronized Entry read(EntryKey key) {
		expire();
		Stored stored = this.entries.get(key.toString());
		return (stored != null) ? stored.entry : Entry.ABSENT;
	}

	synchronized Acquisition acquire(StoreCommand.Acquire command) {
		Entry entry = read(command.key());
		String lockKey = command.key().toString();
		Expiring lock = this.locks.get(lockKey);
		Entry news = (!entry.isPresent() || entry.stamp() != command.seenStamp()) ? entry : null;
		if (news != null && entry.isFresh(now())) {
			return new Acquisition(Acquisition.Outcome.FILLED, entry, null, 0);
		}
		boolean backingOff = lock != null && lock.value.startsWith("!");
		if (lock != null && backingOff && entry.isServableOnError(now())) {
			return new Acquisition(Acquisition.Outcome.BACKING_OFF, news, lock.value.substring(1), lock.rest(now()));
		}
		if (lock == null || backingOff || lock.value.equals(command.token())) {
			this.locks.put(lockKey, new Expiring(command.token(), now() + command.lockTtl().toNanos()));
			return new Acquisition(Acquisition.Outcome.WON, news, null, command.lockTtl().toMillis());
		}
		this.marks.put(lockKey, new Expiring("1", lock.ends));
		return new Acquisition(Acquisition.Outcome.HELD, news, lock.value.substring(0, lock.value.indexOf(':')),
				lock.rest(now()));
	}

	synchronized boolean renew(StoreCommand.Renew command) {
		if (!owns(command.key(), command.token())) {
			return false;
		}
		this.locks.put(command.key().toString(), new Expiring(command.token(), now() + command.lockTtl().toNanos()));
		return true;
	}

	boolean fill(StoreCommand.Fill command, InMemoryEntryStore sender) {
		boolean announced;
		synchronized (this) {
			if (!owns(command.key(), command.token())) {
				return false;
			}
			Filling value = command.value();
			long freshUntil = now() + value.ttl().toNanos();
			this.lastStamp = Math.max(this.lastStamp + 1, freshUntil);
			Entry entry = new Entry(this.lastStamp, freshUntil, freshUntil + value.staleTtl().toNanos(),
					freshUntil + value.staleIfErrorTtl().toNanos(), value.readTime().toNanos(), value.nullValue(),
					value.payload());
			this.entries.put(command.key().toString(),
					new Stored(entry, Math.max(entry.staleUntil(), entry.staleIfErrorUntil())));
			announced = unlock(command.key());
		}
		announceEnd(command.key(), announced, sender);
		return true;
	}

	boolean discard(StoreCommand.Discard command, InMemoryEntryStore sender) {
		boolean announced;
		synchronized (this) {
			if (!owns(command.key(), command.token())) {
				return false;
			}
			this.entries.remove(command.key().toString());
			announced = unlock(command.key());
		}
		announceEnd(command.key(), announced, sender);
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
			if (entry.isServableOnError(now())) {
				this.locks.put(command.key().toString(),
						new Expiring("!" + sender.instanceId(), now() + command.backoff().toNanos()));
			}
			else {
				entry = Entry.ABSENT;
			}
		}
		announceEnd(command.key(), announced, sender);
		return new Failing(true, entry);
	}

	synchronized boolean release(StoreCommand.Release command) {
		boolean owner = owns(command.key(), command.token());
		if (owner) {
			this.locks.remove(command.key().toString());
		}
		return owner;
	}

	boolean evict(EntryKey key, @Nullable Expiring lock, InMemoryEntryStore sender) {
		boolean existed;
		synchronized (this) {
			expire();
			existed = this.entries.remove(key.toString()) != null;
			this.locks.remove(key.toString());
			if (lock != null) {
				this.locks.put(key.toString(), lock);
			}
		}
		others(sender).forEach((store) -> store.listener().evicted(key));
		return existed;
	}

	long clear(String cacheName, InMemoryEntryStore sender) {
		long count;
		synchronized (this) {
			expire();
			String prefix = cacheName + "::";
			this.locks.keySet().removeIf((key) -> key.startsWith(prefix));
			this.marks.keySet().removeIf((key) -> key.startsWith(prefix));
			count = this.entries.keySet().stream().filter((key) -> key.startsWith(prefix)).count();
			this.entries.keySet().removeIf((key) -> key.startsWith(prefix));
		}
		others(sender).forEach((store) -> store.listener().cleared(cacheName));
		return count;
	}

	/**
	 * Loses a lock, as a failover would.
	 * @param key the key
	 */
	synchronized void loseLock(EntryKey key) {
		this.locks.remove(key.toString());
	}

	synchronized @Nullable String lock(EntryKey key) {
		expire();
		Expiring lock = this.locks.get(key.toString());
		return (lock != null) ? lock.value : null;
	}

	synchronized boolean holdsNoLocks() {
		expire();
		return this.locks.isEmpty();
	}

	long now() {
		return this.ticker.getAsLong();
	}

	private boolean owns(EntryKey key, String token) {
		expire();
		Expiring lock = this.locks.get(key.toString());
		return lock != null && lock.value.equals(token);
	}

	private boolean unlock(EntryKey key) {
		this.locks.remove(key.toString());
		return this.marks.remove(key.toString()) != null;
	}

	private void announceEnd(EntryKey key, boolean announced, InMemoryEntryStore sender) {
		if (announced) {
			others(sender).forEach((store) -> store.listener().regenerated(key));
		}
	}

	private Iterable<InMemoryEntryStore> others(InMemoryEntryStore sender) {
		return this.subscribers.stream().filter((store) -> store != sender && store.hears()).toList();
	}

	private void expire() {
		long now = now();
		removeExpired(this.locks.values().iterator(), now);
		removeExpired(this.marks.values().iterator(), now);
		this.entries.values().removeIf((stored) -> stored.ends - now <= 0);
	}

	private static void removeExpired(Iterator<Expiring> values, long now) {
		while (values.hasNext()) {
			if (values.next().ends - now <= 0) {
				values.remove();
			}
		}
	}

	record Stored(Entry entry, long ends) {

	}

	record Expiring(String value, long ends) {

		long rest(long now) {
			return (this.ends - now) / 1_000_000;
		}

	}

}
