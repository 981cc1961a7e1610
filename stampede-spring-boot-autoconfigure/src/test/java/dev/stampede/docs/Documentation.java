package dev.stampede.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The pages of the documentation and the sources of their examples.
 *
 * @param root the folder of the project
 */
record Documentation(Path root) {

	private static final Path SNIPPETS = Path.of("stampede-spring-boot-autoconfigure/src/test/java/dev/stampede/docs");

	private static final Pattern BLOCK = Pattern.compile("^```(\\w+)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

	private static final Pattern REGION = Pattern.compile("^\\s*// tag::(\\w+)\\n(.*?)^\\s*// end::\\1$",
			Pattern.MULTILINE | Pattern.DOTALL);

	private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");

	private static final Pattern HEADING = Pattern.compile("^#+ (.+)$", Pattern.MULTILINE);

	private static final Pattern CODE = Pattern.compile("^```.*?^```$|`[^`\\n]+`", Pattern.MULTILINE | Pattern.DOTALL);

	static Documentation find() {
		Path folder = Path.of("").toAbsolutePath();
		while (folder != null && !Files.isDirectory(folder.resolve(SNIPPETS))) {
			folder = folder.getParent();
		}
		if (folder == null) {
			throw new IllegalStateException("No folder above " + Path.of("").toAbsolutePath() + " has " + SNIPPETS);
		}
		return new Documentation(folder);
	}

	/**
	 * Returns the README and all pages below {@code docs}.
	 */
	List<Path> pages() {
		return Stream
			.concat(Stream.of(this.root.resolve("README.md")), files(this.root.resolve("docs"), Integer.MAX_VALUE))
			.filter((file) -> file.toString().endsWith(".md"))
			.sorted()
			.toList();
	}

	List<String> blocks(Path page, String language) {
		return BLOCK.matcher(read(page))
			.results()
			.filter((block) -> block.group(1).equals(language))
			.map((block) -> normalized(block.group(2)))
			.toList();
	}

	/**
	 * Returns the tagged regions of all snippets, without their common indentation.
	 */
	List<String> regions() {
		return files(this.root.resolve(SNIPPETS), 1)
			.flatMap((source) -> REGION.matcher(read(source)).results().map((region) -> normalized(region.group(2))))
			.toList();
	}

	/**
	 * Returns the pages, and what else is written for people in the project.
	 */
	List<Path> pagesWithLinks() {
		Stream<String> others = Stream.of("CONTRIBUTING.md", "CHANGELOG.md", "benchmarks/README.md");
		return Stream.concat(pages().stream(), others.map(this.root::resolve)).toList();
	}

	/**
	 * Returns the targets of a page's links to files, and to headings of pages, that are
	 * not there.
	 */
	List<String> brokenLinks(Path page) {
		return links(page).filter((target) -> !target.contains("://"))
			.filter((target) -> !leads(page, target))
			.toList();
	}

	/**
	 * Returns the files that a page links to.
	 */
	List<Path> linkedFiles(Path page) {
		return links(page).filter((target) -> !target.contains("://"))
			.map((target) -> page.resolveSibling(target.replaceFirst("#.*", "")).normalize())
			.toList();
	}

	private static Stream<String> links(Path page) {
		return LINK.matcher(CODE.matcher(read(page)).replaceAll("")).results().map((link) -> link.group(1));
	}

	private static boolean leads(Path page, String target) {
		String[] parts = target.split("#", 2);
		Path file = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]);
		return Files.exists(file) && (parts.length == 1 || anchors(file).contains(parts[1]));
	}

	// as GitHub makes them of headings
	private static List<String> anchors(Path page) {
		String text = read(page).replaceAll("(?ms)^```.*?^```$", "");
		return HEADING.matcher(text)
			.results()
			.map((heading) -> heading.group(1).replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1"))
			.map((heading) -> heading.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
			.toList();
	}

	/**
	 * Returns what a page has between {@code <!-- name -->} and {@code <!-- /name -->}.
	 */
	String part(Path page, String name) {
		String text = read(this.root.resolve(page));
		String begin = "<!-- " + name + " -->\n";
		int start = text.indexOf(begin) + begin.length();
		return text.substring(start, text.indexOf("<!-- /" + name + " -->", start));
	}

	Stream<String> lines(Path page) {
		return read(this.root.resolve(page)).lines();
	}

	/**
	 * Returns the sources of the product.
	 */
	Stream<String> mainSources() {
		return files(this.root.resolve("stampede-spring-boot-autoconfigure/src/main/java"), Integer.MAX_VALUE)
			.map(Documentation::read);
	}

	private static String normalized(String code) {
		return code.replace("\t", "    ").stripTrailing().stripIndent().strip();
	}

	private static String read(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static Stream<Path> files(Path folder, int depth) {
		try (Stream<Path> files = Files.walk(folder, depth)) {
			return files.filter(Files::isRegularFile).toList().stream();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
