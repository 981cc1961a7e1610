package dev.stampede.engine;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;

import dev.stampede.key.EntryKey;
import dev.stampede.store.Entry;

/**
 * Cache of the lock states that this JVM was told of a moment ago, so that it does not
 * ask again for each of its callers: the lock is held elsewhere, the source is backing
 * off, this JVM's own last read failed, or the key is marked as uncacheable. Bounded:
 * each state has an end, and is removed then. Safe for use by several threads.
 */
final class RecentLockStates {

	private static final int BOUND = 10_000;

	/** The larger an entry, the fewer states there may be before it is remembered. */
	private static final long BOUND_BYTES = 16 << 20;

	private final ConcurrentMap<EntryKey, State> states = new ConcurrentHashMap<>();

	private final Timers timers;

	private final long grace;

	RecentLockStates(Timers timers, PollBackoff backoff) {
		this.timers = timers;
		this.grace = backoff.longest();
	}

	@Nullable State find(EntryKey key) {
		State state = this.states.get(key);
		return (state != null && state.until() - this.timers.now() > 0 && !state.isVoid()) ? state : null;
	}

	/**
	 * Returns the pause of the last state, for a while also after its end: flights that
	 * follow each other ask less and less often, as one that waits does.
	 * @param key the key
	 * @return the pause in nanoseconds, zero for none
	 */
	long lastPause(EntryKey key) {
		State state = this.states.get(key);
		if (state == null || state.kind() == Kind.PASSING || state.kind() == Kind.READ_WITHOUT_LOCK) {
			return 0;
		}
		return state.pause();
	}

	boolean is(EntryKey key, Kind kind) {
		State state = find(key);
		return state != null && state.kind() == kind;
	}

	void remember(EntryKey key, Kind kind, long pause) {
		remember(key, kind, pause, Entry.ABSENT, null);
	}

	/**
	 * Remembers the state of a lock.
	 * @param key the key
	 * @param kind what was told
	 * @param pause for how long, in nanoseconds
	 * @param copy the entry that was there
	 * @param seenBy the flight that saw it: once that is invalidated, so is the entry;
	 * null where it does not matter
	 */
	void remember(EntryKey key, Kind kind, long pause, Entry copy, @Nullable Flight seenBy) {
		int present = this.states.size();
		if (present >= BOUND || (long) present * copy.payload().length > BOUND_BYTES) {
			return;
		}
		State state = new State(kind, this.timers.now() + pause, pause, copy, seenBy);
		this.states.put(key, state);
		Future<?> unused = this.timers.after(pause + this.grace, () -> this.states.remove(key, state));
	}

	void forget(EntryKey key) {
		this.states.remove(key);
	}

	/**
	 * Forgets what was read without a lock, since the store has shown a fresh entry.
	 * Nobody here is to be served by what may be older than that, should the store be
	 * away again.
	 * @param key the key
	 */
	void shown(EntryKey key) {
		if (this.states.isEmpty()) {
			return; // as on most hits
		}
		State state = this.states.get(key);
		if (state != null && state.kind() == Kind.READ_WITHOUT_LOCK) {
			this.states.remove(key, state);
		}
	}

	void forgetAll() {
		this.states.clear();
	}

	void forgetAll(String cacheName) {
		this.states.keySet().removeIf((key) -> key.cacheName().equals(cacheName));
	}

	int size() {
		return this.states.size();
	}

	/** Kind of what was told. */
	enum Kind {

		/** Another JVM holds the lock. */
		HELD,
		/** The source has failed, and nobody reads it until this state ends. */
		BACKING_OFF,
		/** This JVM's read has failed, and other JVMs have their turn until then. */
		YIELDING,
		/** What the key gives is not stored, and nobody needs the lock to read it. */
		PASSING,
		/** A background refresh of this key is queued. */
		QUEUED,
		/** This JVM has read without a lock, since the store failed. */
		READ_WITHOUT_LOCK

	}

	/**
	 * State of one lock.
	 *
	 * @param kind what was told
	 * @param until the ticker's value at which it is void
	 * @param pause the pause that was made of it, in nanoseconds
	 * @param copy the entry that was there
	 * @param seenBy the flight that saw it, or null
	 */
	record State(Kind kind, long until, long pause, Entry copy, @Nullable Flight seenBy) {

		// an eviction has come since
		private boolean isVoid() {
			return this.seenBy != null && this.seenBy.isInvalidated();
		}

	}

}
