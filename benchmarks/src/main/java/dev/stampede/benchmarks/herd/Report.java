package dev.stampede.benchmarks.herd;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The table of a scenario, and a line for each bar.
 */
final class Report {

	private Report() {
	}

	static String of(Scenario scenario, Results results) {
		List<Figure> figures = results.figures();
		List<String> columns = new ArrayList<>(List.of("contender"));
		figures.forEach((figure) -> columns.add(figure.column()));
		Figure compared = scenario.compared();
		if (compared != null) {
			columns.add(compared.column() + ", times the first");
		}
		List<String> lines = new ArrayList<>(List.of("### " + scenario.title(), "", row(columns.stream()),
				row(columns.stream().map((column) -> "---"))));
		for (Approach approach : results.approaches()) {
			List<String> cells = new ArrayList<>(List.of(approach.title()));
			figures.forEach((figure) -> cells
				.add(results.has(approach, figure) ? figure.format(results.of(approach, figure)) : ""));
			if (compared != null) {
				Approach base = results.approaches().iterator().next();
				cells.add(String.format(Locale.ROOT, "%.2f", results.ratio(approach, compared, base)));
			}
			lines.add(row(cells.stream()));
		}
		lines.add("");
		scenario.bars(results).forEach((bar) -> lines.add(bar.toString()));
		return String.join("\n", lines) + "\n";
	}

	private static String row(Stream<String> cells) {
		return cells.collect(Collectors.joining(" | ", "| ", " |"));
	}

}
