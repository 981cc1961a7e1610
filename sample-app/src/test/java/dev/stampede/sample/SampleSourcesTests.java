package dev.stampede.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The package that a reader opens first: few files, and none of the demonstrations.
 */
class SampleSourcesTests {

	private static final int MOST_FILES = 14;

	@Test
	void sampleIsSmallAndDoesNotKnowTheDemonstrations() throws IOException {
		try (Stream<Path> folder = Files.list(Path.of("src/main/java/dev/stampede/sample"))) {
			List<Path> files = folder.filter(Files::isRegularFile)
				.filter((file) -> !file.endsWith("package-info.java"))
				.toList();
			System.out.println("Files of the sample: " + files.size());
			assertThat(files).hasSizeBetween(10, MOST_FILES)
				.allSatisfy((file) -> assertThat(file).content().doesNotContain("sample.demo"));
		}
	}

}
