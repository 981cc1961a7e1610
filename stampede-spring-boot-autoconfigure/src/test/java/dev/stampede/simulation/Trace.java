package dev.stampede.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The steps of a {@link Schedule} in words, written down only when somebody wants to read
 * them.
 */
final class Trace {

	private final boolean wanted;

	private final List<String> lines = new ArrayList<>();

	Trace(boolean wanted) {
		this.wanted = wanted;
	}

	void add(Supplier<String> line) {
		if (this.wanted) {
			this.lines.add(line.get());
		}
	}

	@Override
	public String toString() {
		return String.join(System.lineSeparator(), this.lines);
	}

}
