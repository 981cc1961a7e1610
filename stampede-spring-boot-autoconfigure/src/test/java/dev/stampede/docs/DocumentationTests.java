package dev.stampede.docs;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class DocumentationTests {

	private static final Documentation documentation = Documentation.find();

	private static final List<String> regions = documentation.regions();

	@ParameterizedTest
	@MethodSource
	void javaBlocksAreSnippetsThatCompile(Path page) {
		assertThat(documentation.blocks(page, "java")).isSubsetOf(regions);
	}

	static Stream<Path> javaBlocksAreSnippetsThatCompile() {
		return documentation.pages().stream();
	}

	@ParameterizedTest
	@MethodSource("javaBlocksAreSnippetsThatCompile")
	void linksToFilesResolve(Path page) {
		assertThat(documentation.brokenLinks(page)).isEmpty();
	}

	@Test
	void snippetsAreUsed() {
		List<String> used = documentation.pages()
			.stream()
			.flatMap((page) -> documentation.blocks(page, "java").stream())
			.toList();
		assertThat(regions).isNotEmpty().allMatch(used::contains);
	}

}
