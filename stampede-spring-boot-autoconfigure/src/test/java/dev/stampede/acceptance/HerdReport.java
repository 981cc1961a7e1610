package dev.stampede.acceptance;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Outcome of a herd: how many callers got which value ({@code value.value-1}) or
 * exception ({@code thrown.StampedeLockedException}), and the events of the library
 * ({@code requested.LOADED}). Written as one line.
 *
 * @param counts the counts by name
 */
record HerdReport(Map<String, Integer> counts) {

	static HerdReport parse(String line) {
		Map<String, Integer> counts = new TreeMap<>();
		for (String word : line.split(" ", -1)) {
			int equals = word.lastIndexOf('=');
			counts.put(word.substring(0, equals), Integer.valueOf(word.substring(equals + 1)));
		}
		return new HerdReport(counts);
	}

	static HerdReport of(List<String> lines) {
		return sum(lines.stream().map(HerdReport::parse).toList());
	}

	static HerdReport sum(Collection<HerdReport> reports) {
		Map<String, Integer> counts = new TreeMap<>();
		reports.forEach((report) -> report.counts.forEach((name, count) -> counts.merge(name, count, Integer::sum)));
		return new HerdReport(counts);
	}

	HerdReport plus(HerdReport other) {
		return sum(List.of(this, other));
	}

	int count(String name) {
		return this.counts.getOrDefault(name, 0);
	}

	/**
	 * Returns the counts whose names begin with a prefix, under the rest of their names.
	 */
	Map<String, Integer> below(String prefix) {
		return this.counts.entrySet()
			.stream()
			.filter((entry) -> entry.getKey().startsWith(prefix))
			.collect(Collectors.toMap((entry) -> entry.getKey().substring(prefix.length()), Map.Entry::getValue));
	}

	@Override
	public String toString() {
		return this.counts.entrySet()
			.stream()
			.map((entry) -> entry.getKey() + "=" + entry.getValue())
			.collect(Collectors.joining(" "));
	}

}
