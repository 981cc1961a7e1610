package dev.stampede.engine;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Future;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import dev.stampede.key.EntryKey;
import dev.stampede.store.Acquisition;
import dev.stampede.store.Entry;

/**
 * What this JVM was told about keys a moment ago, so that it does not ask again for each
 * of its callers: the lock is held elsewhere, the source is backing off, or its own last
 * read failed. Bounded; every note has an end and is removed then.
 */
final class RecentLockStates {

	private static final Log logger = LogFactory.getLog(RecentLockStates.class);

	private static final int BOUND = 10_000;

	private final ConcurrentMap<EntryKey, Note> notes = new ConcurrentHashMap<>();

	private final Set<String> endless = ConcurrentHashMap.newKeySet();

	private final EngineContext engine;

	RecentLockStates(EngineContext engine) {
		this.engine = engine;
	}

	@Nullable Note find(EntryKey key) {
		Note note = this.notes.get(key);
		return (note != null && note.until() - this.engine.now() > 0) ? note : null;
	}

	/**
	 * Returns the pause of the last note, for a while also after its end: flights that
	 * follow each other ask less and less often, as one that waits does.
	 * @param key the key
	 * @return the pause in nanoseconds, zero for none
	 */
	long lastPause(EntryKey key) {
		Note note = this.notes.get(key);
		return (note != null) ? note.pause() : 0;
	}

	boolean is(EntryKey key, Kind kind) {
		Note note = find(key);
		return note != null && note.kind() == kind;
	}

	void note(EntryKey key, Kind kind, long pause) {
		note(key, kind, pause, Entry.ABSENT);
	}

	void note(EntryKey key, Kind kind, long pause, Entry copy) {
		if (this.notes.size() >= BOUND) {
			return;
		}
		Note note = new Note(kind, this.engine.now() + pause, pause, copy);
		this.notes.put(key, note);
		Future<?> unused = this.engine.after(pause + this.engine.pauses().longest(),
				() -> this.notes.remove(key, note));
	}

	/**
	 * Warns of the first lock of a cache that does not end by itself.
	 * @param cacheName the cache
	 * @param reply what was told of the lock
	 */
	void reportEndless(String cacheName, Acquisition reply) {
		if (reply.remainingMillis() < 0 && this.endless.add(cacheName)) {
			logger.warn("A lock of cache '" + cacheName
					+ "' has no expiry, so nobody can take it over; ours always have "
					+ "one. Callers that wait for it give up at their wait-timeout. Evict the key to remove the lock. "
					+ "Logged once for each cache");
		}
	}

	void forget(EntryKey key) {
		this.notes.remove(key);
	}

	void forgetAll() {
		this.notes.clear();
	}

	void forgetAll(String cacheName) {
		this.notes.keySet().removeIf((key) -> key.cacheName().equals(cacheName));
	}

	int size() {
		return this.notes.size();
	}

	/** What was told. */
	enum Kind {

		/** Another JVM holds the lock. */
		HELD,
		/** Nobody reads the failed source until the end of the note. */
		BACKING_OFF,
		/**
		 * This JVM's read failed, and others have their turn until the end of the note.
		 */
		YIELDING,
		/** A background refresh of this key is queued. */
		QUEUED

	}

	/**
	 * A note.
	 *
	 * @param kind what was told
	 * @param until the ticker's value at which it is void
	 * @param pause the pause that was made of it, in nanoseconds
	 * @param copy the entry that was there
	 */
	record Note(Kind kind, long until, long pause, Entry copy) {

	}

}
