package dev.stampede.docs;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Length of the page about performance; the tables in full are in the README of the
 * benchmarks.
 */
class PerformancePageTests {

	private static final int MOST_WORDS = 2_000;

	@Test
	void pageHasAtMostTwoThousandWords() {
		long words = Documentation.find()
			.lines(Path.of("docs/performance.md"))
			.mapToLong((line) -> line.isBlank() ? 0 : line.strip().split("\\s+").length)
			.sum();
		System.out.println("Words of docs/performance.md: " + words);
		assertThat(words).isBetween(500L, (long) MOST_WORDS);
	}

}
