package dev.stampede.soak;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.stream.Stream;

import dev.stampede.soak.MemberLoad.CallRecord;
import dev.stampede.soak.SoakFault.Excuse;

/**
 * What was called, read, evicted and put, and whether it could have been so. What is
 * suspicious when it happens is judged at the end, when all faults are known.
 */
final class History {

	/** From a command to what others hear of it, and the error of a member's clock. */
	private static final long BLUR = 100;

	private static final long HEARING = 250;

	private static final int SHOWN = 20;

	private final FaultLog faults;

	private final Map<String, EntryHistory> entries = new TreeMap<>();

	private final Collection<Suspicion> suspicions = new ConcurrentLinkedQueue<>();

	private final Collection<String> violations = new ConcurrentLinkedQueue<>();

	private final ConcurrentMap<String, LongAdder> results = new ConcurrentSkipListMap<>();

	private final LongAdder reads = new LongAdder();

	private final LongAdder expiries = new LongAdder();

	private final AtomicLong slowest = new AtomicLong();

	private final AtomicLong mostAtATime = new AtomicLong();

	History(FaultLog faults) {
		this.faults = faults;
		for (SoakCache cache : SoakCache.values()) {
			for (int key = 0; key < SoakCache.KEYS; key++) {
				this.entries.put(cache.entry(key), new EntryHistory(cache, cache.entry(key)));
			}
		}
	}

	EntryHistory entry(SoakCache cache, int key) {
		return entry(cache.entry(key));
	}

	EntryHistory entry(String name) {
		EntryHistory entry = this.entries.get(name);
		if (entry == null) {
			throw new IllegalArgumentException(name);
		}
		return entry;
	}

	Stream<EntryHistory> entries(SoakCache cache) {
		return this.entries.values().stream().filter((entry) -> entry.cache() == cache);
	}

	void violation(String text) {
		this.violations.add(text);
	}

	/**
	 * A read of the source begins.
	 */
	SourceRead reads(String member, SoakCache cache, int key) {
		EntryHistory entry = entry(cache, key);
		EntryHistory.Begun begun = entry.begin(member);
		this.mostAtATime.accumulateAndGet(begun.running(), Math::max);
		SourceRead before = begun.before();
		SourceRead read = begun.read();
		this.reads.increment();
		if (before == null || (!before.isRunning()
				&& read.start() - before.end() >= TimeUnit.MILLISECONDS.toNanos(cache.ttl - BLUR))) {
			this.expiries.increment();
		}
		else {
			this.suspicions
				.add(new Suspicion(() -> "read " + read + " after " + before, () -> isExplained(entry, before, read)));
		}
		return read;
	}

	/**
	 * A call has ended.
	 */
	void called(String member, CallRecord call) {
		EntryHistory entry = entry(call.cache(), call.key());
		long millis = TimeUnit.NANOSECONDS.toMillis(call.end() - call.start());
		this.slowest.accumulateAndGet(millis, Math::max);
		if (millis > Soak.CALL_LIMIT) {
			violation("a call of " + entry.name() + " on " + member + " took " + millis + " ms");
		}
		if (call.reads() > 1) {
			violation("a call of " + entry.name() + " on " + member + " read the source " + call.reads() + " times");
		}
		count(judge(member, call, entry));
	}

	/**
	 * Returns what cannot have been, by the rules.
	 */
	List<String> judgement() {
		List<String> all = new ArrayList<>(this.violations);
		this.suspicions.stream()
			.filter((suspicion) -> !suspicion.explanation().isGood())
			.map((suspicion) -> suspicion.text().get())
			.forEach(all::add);
		return (all.size() <= SHOWN) ? all
				: Stream.concat(all.stream().limit(SHOWN), Stream.of("and " + (all.size() - SHOWN) + " more")).toList();
	}

	Map<String, Long> results() {
		Map<String, Long> sums = new TreeMap<>();
		this.results.forEach((result, count) -> sums.put(result, count.sum()));
		return sums;
	}

	long reads() {
		return this.reads.sum();
	}

	long expiries() {
		return this.expiries.sum();
	}

	long slowestMillis() {
		return this.slowest.get();
	}

	long mostAtATime() {
		return this.mostAtATime.get();
	}

	private void count(String result) {
		this.results.computeIfAbsent(result, (unused) -> new LongAdder()).increment();
	}

	private String judge(String member, CallRecord call, EntryHistory entry) {
		String result = call.result();
		if (result.equals(CallRecord.DEFAULT)) {
			if (!call.cache().servesDefault()) {
				violation("null for " + entry.name() + " on " + member);
			}
			return "default";
		}
		if (result.equals(CallRecord.FAILED)) {
			return "source's exception";
		}
		if (result.equals(CallRecord.TIMED_OUT)) {
			return "timed out";
		}
		int colon = result.lastIndexOf(':');
		if (colon < 0 || !result.substring(0, colon).equals(entry.name())) {
			violation("wrong answer for " + entry.name() + " on " + member + ": " + result);
			return "wrong";
		}
		judge(member, call, entry, Long.parseLong(result.substring(colon + 1)));
		return "value";
	}

	private void judge(String member, CallRecord call, EntryHistory entry, long version) {
		if (version > entry.lastVersion()) {
			violation("a value of " + entry.name() + " that nobody has read: " + version);
		}
		for (EntryHistory.Floor floor : entry.floorsAbove(version, call.start())) {
			this.suspicions.add(new Suspicion(() -> member + " got version " + version + " in " + call + ", "
					+ TimeUnit.NANOSECONDS.toMillis(call.start() - floor.since()) + " ms after " + floor.member()
					+ " had evicted all up to " + floor.eviction().version() + "; it was " + entry.origin(version),
					() -> isExplained(member, call, floor)));
		}
		SourceRead read = entry.find(version);
		if (read == null) {
			violation("version " + version + " of " + entry.name() + " on " + member + " is long past");
			return;
		}
		long dead = read.end() + TimeUnit.MILLISECONDS.toNanos(call.cache().lifetime() + HEARING);
		if (!read.isRunning() && call.start() - dead > 0) {
			this.suspicions.add(new Suspicion(
					() -> member + " got version " + version + " of " + entry.name() + ", "
							+ TimeUnit.NANOSECONDS.toMillis(call.start() - dead) + " ms after its end",
					() -> this.faults.touches(read.end(), call.start(), (window) -> window.is(Excuse.OUTAGE))));
		}
	}

	/**
	 * A second read of one lifetime: the first came to nothing, or what it wrote is gone.
	 */
	private boolean isExplained(EntryHistory entry, SourceRead before, SourceRead read) {
		SoakCache cache = entry.cache();
		long took = TimeUnit.NANOSECONDS.toMillis(Math.min(before.end(), read.start()) - before.start());
		if (before.hasFailed() || (!cache.renewed && took >= cache.lockTtl - BLUR)) {
			return true;
		}
		long blur = TimeUnit.MILLISECONDS.toNanos(BLUR);
		return this.faults.touches(before.start() - blur, read.start(),
				(window) -> window.is(Excuse.OUTAGE) || (window.is(Excuse.LOST_LOCK) && window.concerns(entry.name())))
				|| this.faults.touches(before.start() - blur, before.end() + 2 * blur,
						(window) -> window.is(Excuse.LOST_READ) && window.concerns(before.member()));
	}

	/**
	 * An evicted value: other members hear of the eviction a moment later, or, with their
	 * messages lost, with their next look at Redis; the evicting member knows at once.
	 */
	private boolean isExplained(String member, CallRecord call, EntryHistory.Floor floor) {
		if (member.equals(floor.member())) {
			return false;
		}
		long since = TimeUnit.NANOSECONDS.toMillis(call.start() - floor.since());
		long hearing = HEARING;
		long before = floor.since() - TimeUnit.MILLISECONDS.toNanos(HEARING);
		if (this.faults.touches(before, call.start(), (window) -> window.is(Excuse.OUTAGE))) {
			hearing += call.cache().blindness() + SoakCache.slowestRead();
		}
		else if (call.cache().servesStale()
				&& this.faults.touches(before, call.start(), (window) -> window.is(Excuse.LOST_MESSAGES))) {
			hearing += call.cache().blindness();
		}
		return since <= hearing;
	}

	/**
	 * What is a violation unless a fault explains it.
	 *
	 * @param text what was seen
	 * @param explanation whether one does
	 */
	private record Suspicion(Supplier<String> text, Explanation explanation) {

	}

	/**
	 * Asked once everything has happened.
	 */
	private interface Explanation {

		boolean isGood();

	}

}
