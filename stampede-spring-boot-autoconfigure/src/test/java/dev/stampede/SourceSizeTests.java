package dev.stampede;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Classes stay small: half of them below ninety lines, none over three hundred but lists
 * of properties, documentation included.
 */
class SourceSizeTests {

	private static final int MEDIAN_LIMIT = 90;

	private static final int LIMIT = 300;

	@Test
	void medianClassIsSmall() throws IOException {
		int[] sorted = lengths().values().stream().mapToInt(Integer::intValue).sorted().toArray();
		assertThat(sorted[sorted.length / 2]).isLessThanOrEqualTo(MEDIAN_LIMIT);
	}

	@Test
	void noClassIsLarge() throws IOException {
		assertThat(lengths()).allSatisfy((file, length) -> assertThat(length).isLessThanOrEqualTo(LIMIT));
	}

	private static Map<String, Integer> lengths() throws IOException {
		try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
			return files.map(Path::toString)
				.filter((file) -> file.endsWith(".java") && !file.endsWith("package-info.java"))
				.filter((file) -> !file.endsWith("Properties.java"))
				.collect(Collectors.toMap(Function.identity(), SourceSizeTests::length));
		}
	}

	private static int length(String file) {
		try {
			return Files.readAllLines(Path.of(file)).size();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
