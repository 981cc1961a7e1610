package dev.stampede.benchmarks.herd;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Figures of all contenders in a scenario, round by round.
 */
final class Results {

	private final Map<Approach, List<Figures>> rounds = new LinkedHashMap<>();

	void add(Approach approach, Figures figures) {
		this.rounds.computeIfAbsent(approach, (key) -> new ArrayList<>()).add(figures);
	}

	Set<Approach> approaches() {
		return this.rounds.keySet();
	}

	// Returns the figures that were measured of anybody, in their order.
	List<Figure> figures() {
		return Stream.of(Figure.values())
			.filter((figure) -> this.rounds.keySet().stream().anyMatch((approach) -> has(approach, figure)))
			.toList();
	}

	boolean has(Approach approach, Figure figure) {
		return !values(approach, figure).isEmpty();
	}

	double of(Approach approach, Figure figure) {
		return figure.of(values(approach, figure));
	}

	// Returns the median of a contender's ratios to another in the same rounds.
	double ratio(Approach approach, Figure figure, Approach base) {
		List<Double> values = values(approach, figure);
		List<Double> bases = values(base, figure);
		List<Double> ratios = new ArrayList<>();
		for (int round = 0; round < values.size(); round++) {
			ratios.add(values.get(round) / bases.get(round));
		}
		return Figure.P50.of(ratios);
	}

	private List<Double> values(Approach approach, Figure figure) {
		return this.rounds.getOrDefault(approach, List.of())
			.stream()
			.map((figures) -> figures.get(figure))
			.filter(Objects::nonNull)
			.toList();
	}

}
