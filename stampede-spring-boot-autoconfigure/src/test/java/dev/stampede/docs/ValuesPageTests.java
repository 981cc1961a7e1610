package dev.stampede.docs;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.stampede.values.StoredValues;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page names the types whose values are proved to come back, and no others.
 */
class ValuesPageTests {

	private static final Pattern CODE = Pattern.compile("`([^`]+)`");

	@Test
	void tableNamesTheTypesThatComeBack() {
		Map<String, Set<String>> named = Documentation.find()
			.part(Path.of("docs/values.md"), "stored")
			.lines()
			.skip(2)
			.map((line) -> line.split("\\s*\\|\\s*", -1))
			.collect(Collectors.toMap((cells) -> cells[1], (cells) -> types(cells[2])));
		named.remove("classes of your own");
		Map<String, Set<String>> proved = StoredValues.kinds()
			.entrySet()
			.stream()
			.filter((kind) -> !kind.getKey().equals("classes of your own"))
			.collect(Collectors.toMap(Map.Entry::getKey, (kind) -> types(kind.getValue())));
		assertThat(named).isEqualTo(proved);
	}

	private static Set<String> types(String cell) {
		return CODE.matcher(cell).results().map((code) -> code.group(1)).collect(Collectors.toSet());
	}

	private static Set<String> types(Object kind) {
		return Stream.of(kind.getClass().getDeclaredFields())
			.filter((field) -> !field.isSynthetic())
			.map((field) -> field.getType().getSimpleName())
			.collect(Collectors.toSet());
	}

}
