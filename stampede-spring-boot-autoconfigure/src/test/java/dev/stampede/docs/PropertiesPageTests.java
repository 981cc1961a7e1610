package dev.stampede.docs;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.springframework.util.ClassUtils;

import dev.stampede.testing.PropertyMetadata;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The tables of properties are those of the metadata, in which editors find them.
 */
class PropertiesPageTests {

	private static final List<String> rows = Documentation.find()
		.lines(Path.of("docs/configuration.md"))
		.filter((line) -> line.startsWith("| `stampede."))
		.toList();

	@Test
	void everyPropertyHasItsRowAndNothingElseHas() {
		assertThat(rows).extracting((row) -> row.split("`", -1)[1])
			.containsExactlyInAnyOrderElementsOf(PropertyMetadata.all().stream().map(PropertyMetadata::name).toList());
	}

	@Test
	void rowsSayWhatTheMetadataSays() {
		assertThat(PropertyMetadata.all()).allSatisfy((property) -> {
			String[] cells = rows.stream()
				.filter((row) -> row.startsWith("| `" + property.name() + "` |"))
				.findFirst()
				.orElseThrow()
				.split("\\s*\\|\\s*", -1);
			assertThat(cells[2]).isEqualTo(type(property.type()));
			if (property.defaultValue() != null) {
				assertThat(cells[3]).isEqualTo("`" + text(property.defaultValue()) + "`");
			}
			assertThat(cells[4]).startsWith(property.description());
		});
	}

	private static String text(Object value) {
		return (value instanceof List<?> list) ? list.stream().map(Object::toString).collect(Collectors.joining(", "))
				: value.toString();
	}

	private static String type(String name) {
		if (name.startsWith("java.util.Map<")) {
			return "sections by name";
		}
		if (name.startsWith("java.util.List<")) {
			return "list of " + type(name.substring("java.util.List<".length(), name.length() - 1));
		}
		Class<?> type = ClassUtils.resolveClassName(name, null);
		if (type.isEnum()) {
			return Arrays.stream(type.getEnumConstants())
				.map((constant) -> "`" + constant.toString().toLowerCase(Locale.ROOT).replace('_', '-') + "`")
				.collect(Collectors.joining(", "));
		}
		String simple = type.getSimpleName();
		return simple.equals("Duration") ? "time" : simple.equals("DataSize") ? "size" : simple.equals("String")
				? "text" : Set.of("Integer", "Double").contains(simple) ? "number" : simple.toLowerCase(Locale.ROOT);
	}

}
