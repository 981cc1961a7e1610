package dev.stampede.soak;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The latest reads, puts and evictions of one entry. Safe for use by several threads.
 */
final class EntryHistory {

	private static final int KEPT = 200;

	private final SoakCache cache;

	private final String name;

	private final Deque<SourceRead> reads = new ArrayDeque<>();

	private final Deque<SourceRead> puts = new ArrayDeque<>();

	private final Deque<Floor> floors = new ArrayDeque<>();

	private long lastVersion;

	EntryHistory(SoakCache cache, String name) {
		this.cache = cache;
		this.name = name;
	}

	SoakCache cache() {
		return this.cache;
	}

	String key() {
		return this.name.substring(this.name.indexOf(':') + 1);
	}

	String name() {
		return this.name;
	}

	synchronized long lastVersion() {
		return this.lastVersion;
	}

	synchronized Begun begin(String member) {
		SourceRead before = this.reads.peekLast();
		SourceRead read = new SourceRead(this.name, member, ++this.lastVersion, System.nanoTime());
		add(this.reads, read);
		return new Begun(before, read, this.reads.stream().filter(SourceRead::isRunning).count());
	}

	/**
	 * Draws a version to be put.
	 */
	synchronized SourceRead put(String member) {
		SourceRead put = new SourceRead(this.name, member, ++this.lastVersion, System.nanoTime());
		add(this.puts, put);
		return put;
	}

	/**
	 * A member is about to evict what was read so far. A put that runs just now may come
	 * after it.
	 */
	synchronized Eviction evict(String member) {
		List<SourceRead> overtaking = this.puts.stream().filter(SourceRead::isRunning).toList();
		return new Eviction(member, this.lastVersion, overtaking);
	}

	/**
	 * Returns the evictions that ended before a call began, and that a value should not
	 * have survived.
	 */
	synchronized List<Floor> floorsAbove(long version, long callStart) {
		List<Floor> above = new ArrayList<>(0);
		Iterator<Floor> latest = this.floors.descendingIterator();
		while (latest.hasNext()) {
			Floor floor = latest.next();
			if (floor.eviction().concerns(version) && callStart - floor.since() >= 0) {
				above.add(floor);
			}
		}
		return above;
	}

	synchronized @Nullable SourceRead find(long version) {
		for (Deque<SourceRead> known : List.of(this.reads, this.puts)) {
			Iterator<SourceRead> latest = known.descendingIterator();
			while (latest.hasNext()) {
				SourceRead read = latest.next();
				if (read.version() == version) {
					return read;
				}
			}
		}
		return null;
	}

	/**
	 * Tells where a version came from.
	 */
	synchronized String origin(long version) {
		SourceRead origin = find(version);
		if (origin == null) {
			return "long past";
		}
		return (this.puts.contains(origin) ? "put as " : "read as ") + origin;
	}

	private synchronized void add(Eviction eviction) {
		add(this.floors, new Floor(eviction, System.nanoTime()));
	}

	private static <T> void add(Deque<T> latest, T element) {
		latest.addLast(element);
		if (latest.size() > KEPT) {
			latest.removeFirst();
		}
	}

	/**
	 * A read that has begun.
	 *
	 * @param before the one that began before it, or null
	 * @param read the read
	 * @param running how many run now
	 */
	record Begun(@Nullable SourceRead before, SourceRead read, long running) {

	}

	/**
	 * An eviction that has been ordered.
	 */
	final class Eviction {

		private final String member;

		private final long version;

		private final List<SourceRead> overtaking;

		private Eviction(String member, long version, List<SourceRead> overtaking) {
			this.member = member;
			this.version = version;
			this.overtaking = overtaking;
		}

		String member() {
			return this.member;
		}

		/**
		 * Returns the highest version that had been handed out.
		 */
		long version() {
			return this.version;
		}

		/**
		 * The member says that it is done.
		 */
		void succeeded() {
			add(this);
		}

		private boolean concerns(long evicted) {
			return evicted <= this.version && this.overtaking.stream().noneMatch((put) -> put.version() == evicted);
		}

	}

	/**
	 * An eviction that has succeeded.
	 *
	 * @param eviction the eviction
	 * @param since when it had returned
	 */
	record Floor(Eviction eviction, long since) {

		String member() {
			return this.eviction.member();
		}

	}

}
