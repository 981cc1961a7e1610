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
	 * A member has evicted what was read up to a version.
	 */
	synchronized void evicted(String member, long version) {
		add(this.floors, new Floor(member, version, System.nanoTime()));
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
			if (floor.version() >= version && callStart - floor.since() >= 0) {
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
	 * An eviction that has returned.
	 *
	 * @param member who evicted
	 * @param version the highest version that was handed out before it began
	 * @param since when it had returned
	 */
	record Floor(String member, long version, long since) {

	}

}
