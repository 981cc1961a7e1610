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
 * No class is longer than six hundred lines but lists of properties, documentation
 * included.
 */
class SourceSizeTests {

	private static final int LIMIT = 600;

	@Test
	void noClassIsLarge() throws IOException {
		assertThat(lengths()).isNotEmpty()
			.allSatisfy((file, length) -> assertThat(length).as(file).isLessThanOrEqualTo(LIMIT));
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
