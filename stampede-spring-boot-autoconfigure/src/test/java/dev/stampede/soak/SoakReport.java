package dev.stampede.soak;

import java.time.Duration;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.stampede.soak.SoakProcess.Measure;

/**
 * The figures of a run, and what was wrong with it.
 */
final class SoakReport {

	private static final double MEGABYTE = 1024 * 1024;

	private static final long HEAP_ROOM = 8 * 1024 * 1024;

	/** Pools grow with the callers that are busy at a time, and shrink after a minute. */
	private static final int THREAD_ROOM = 2 * MemberLoad.CALLERS;

	private static final long WARM_UP = TimeUnit.SECONDS.toNanos(5);

	/** As many measures as a member needs for its thirds to tell anything. */
	private static final int MEASURES = 6;

	private final List<String> violations = new ArrayList<>();

	private final List<String> lines = new ArrayList<>();

	SoakReport(Duration duration, History history, FaultLog faults, List<SoakProcess> members) {
		this.violations.addAll(history.judgement());
		line("duration", duration + ", " + members.size() + " JVMs in all");
		calls(history);
		members(members);
		reads(history);
		Stream.of(SoakFault.values())
			.forEach((fault) -> line("  " + fault.name().toLowerCase(Locale.ROOT).replace('_', ' '),
					faults.total(fault)));
		line("slowest call", history.slowestMillis() + " ms (limit " + Soak.CALL_LIMIT + " ms)");
		members.forEach(this::flat);
		line("violations", this.violations.size());
	}

	List<String> violations() {
		return this.violations;
	}

	List<String> lines() {
		return this.lines;
	}

	private void calls(History history) {
		Map<String, Long> results = history.results();
		long calls = results.values().stream().mapToLong(Long::longValue).sum();
		line("calls that ended", calls);
		results.forEach((result, count) -> line("  " + result, count));
	}

	private void reads(History history) {
		long values = history.results().getOrDefault("value", 0L);
		line("source reads", history.reads());
		line("  of a new lifetime", history.expiries());
		line("  repeated, for a reason", history.reads() - history.expiries());
		line("  most at a time for one key", history.mostAtATime());
		line("reads saved", "%d (%.1f %% of calls with a value)".formatted(values - history.reads(),
				100.0 * (values - history.reads()) / Math.max(1, values)));
		this.lines.add("faults injected");
	}

	private void members(List<SoakProcess> members) {
		Map<String, Long> events = new TreeMap<>();
		members.forEach((member) -> member.events().forEach((event, count) -> events.merge(event, count, Long::sum)));
		this.lines.add("as counted by the members, but for the last moments of those killed");
		events.forEach((event, count) -> line("  " + event, count));
	}

	/**
	 * Compares the last third of a member's life with its first: it may have grown by no
	 * more than some room.
	 */
	private void flat(SoakProcess member) {
		List<Measure> measures = member.measures().stream().filter((measure) -> measure.age() > WARM_UP).toList();
		if (measures.isEmpty()) {
			return;
		}
		int third = Math.max(1, measures.size() / 3);
		List<Measure> first = measures.subList(0, third);
		List<Measure> last = measures.subList(measures.size() - third, measures.size());
		LongSummaryStatistics heapThen = first.stream().collect(Collectors.summarizingLong(Measure::heap));
		LongSummaryStatistics heapNow = last.stream().collect(Collectors.summarizingLong(Measure::heap));
		IntSummaryStatistics threadsThen = first.stream().collect(Collectors.summarizingInt(Measure::threads));
		IntSummaryStatistics threadsNow = last.stream().collect(Collectors.summarizingInt(Measure::threads));
		line(member.name(),
				"heap after collection %.1f MB in the first third, %.1f MB in the last; threads at most %d, %d; %d measures"
					.formatted(heapThen.getAverage() / MEGABYTE, heapNow.getAverage() / MEGABYTE, threadsThen.getMax(),
							threadsNow.getMax(), measures.size()));
		if (measures.size() < MEASURES) {
			return;
		}
		if (heapNow.getMin() > heapThen.getMax() + HEAP_ROOM) {
			this.violations.add("the heap of " + member.name() + " grows");
		}
		if (threadsNow.getMin() > threadsThen.getMax() + THREAD_ROOM) {
			this.violations.add("the threads of " + member.name() + " grow");
		}
	}

	private void line(String name, Object value) {
		this.lines.add("%-40s %s".formatted(name, value));
	}

}
