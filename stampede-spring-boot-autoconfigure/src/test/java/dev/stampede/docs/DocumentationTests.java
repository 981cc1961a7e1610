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
	void onlyTheMigrationPageShowsJavaOfOthers(Path page) {
		assertThat(documentation.lines(page).filter((line) -> line.startsWith("```java ")))
			.allMatch((fence) -> page.endsWith("migrating.md") && fence.equals("```java before"));
	}

	@ParameterizedTest
	@MethodSource
	void linksToFilesAndHeadingsResolve(Path page) {
		assertThat(documentation.brokenLinks(page)).isEmpty();
	}

	static Stream<Path> linksToFilesAndHeadingsResolve() {
		return documentation.pagesWithLinks().stream();
	}

	@Test
	void indexLinksToEveryPage() {
		Path docs = documentation.root().resolve("docs");
		assertThat(documentation.linkedFiles(docs.resolve("README.md"))).containsAll(documentation.pages()
			.stream()
			.filter((page) -> docs.equals(page.getParent()) && !page.endsWith("README.md"))
			.toList());
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
