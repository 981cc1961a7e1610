package dev.stampede.docs;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The table of what stops the start has each message of ours, and no others.
 */
class FailuresPageTests {

	/** Where a failure analysis, or what it is made of, begins. */
	private static final Pattern FAILURE = Pattern
		.compile("\\.invalid\\(|throw invalid\\(method, other|new (Invalid\\w+|StampedeConfiguration)Exception\\("
				+ "|\\.faults\\s*\\.add\\(|new Form\\(|refused\\((?:cacheName|place|\"\")"
				+ "|new FailureAnalysis\\(|description = new StringBuilder\\(|\\bcheck\\([^;]*\"stampede\\."
				+ "|new IllegalArgumentException\\(\"(The name of a cache|Cache name|near)");

	private static final Pattern TEXT = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

	private static final Pattern WORD = Pattern.compile("\\w+");

	private static final Pattern CODE = Pattern.compile("`([^`]+)`");

	private static final List<String> messages = messages();

	@Test
	void everyFailureIsListed() {
		List<String> listed = listed();
		assertThat(messages).hasSizeGreaterThan(40)
			.allSatisfy((message) -> assertThat(listed).as(message).anyMatch((pattern) -> matches(message, pattern)));
	}

	@Test
	void nothingElseIsListed() {
		assertThat(listed())
			.allSatisfy((pattern) -> assertThat(messages).as(pattern).anyMatch((message) -> matches(message, pattern)));
	}

	private static boolean matches(String message, String pattern) {
		return Arrays.stream(pattern.split("…", -1)).map(String::strip).allMatch(message::contains);
	}

	private static List<String> listed() {
		return Documentation.find()
			.part(Path.of("docs/troubleshooting.md"), "failures")
			.lines()
			.skip(2)
			.map((row) -> row.split("\\|", -1)[1])
			.flatMap((cell) -> CODE.matcher(cell).results())
			.map((code) -> code.group(1))
			.toList();
	}

	// the texts of each statement that fails the start, if it has words of its own
	private static List<String> messages() {
		return Documentation.find()
			.mainSources()
			.flatMap((source) -> Arrays.stream(source.split(";\\n", -1)))
			.filter((statement) -> FAILURE.matcher(statement).find())
			.map(FailuresPageTests::texts)
			.filter((texts) -> WORD.matcher(texts).results().count() > 2)
			.toList();
	}

	private static String texts(String statement) {
		String joined = statement.replaceAll("\"\\s*\\+\\s*\"", "");
		return TEXT.matcher(joined)
			.results()
			.map((text) -> text.group(1).replace("\\n", "").replace("\\\"", "\""))
			.filter((text) -> !text.isBlank())
			.collect(Collectors.joining(" … "));
	}

}
