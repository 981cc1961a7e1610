package dev.stampede.autoconfigure;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.springframework.beans.BeanUtils;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.core.io.ClassPathResource;

import dev.stampede.PolicySettings;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that every property is described, for editors and in the documentation.
 */
class ConfigurationMetadataTests {

	/** Whose default follows from another value, or that have none. */
	private static final Set<String> WITHOUT_DEFAULT = Set.of("stampede.connection-factory", "stampede.caches",
			"stampede.defaults.stale-if-error-ttl", "stampede.defaults.null-ttl", "stampede.defaults.wait-timeout",
			"stampede.defaults.serializer");

	private final List<Map<String, Object>> properties = properties();

	@Test
	void everyPropertyHasADescription() {
		assertThat(this.properties).allSatisfy(
				(property) -> assertThat(String.valueOf(property.get("description"))).as("" + property.get("name"))
					.isNotBlank()
					.endsWith("."));
	}

	@Test
	void everyPropertyHasADefaultUnlessItFollowsFromAnother() {
		assertThat(this.properties).filteredOn((property) -> !property.containsKey("defaultValue"))
			.extracting((property) -> property.get("name"))
			.containsExactlyInAnyOrderElementsOf(WITHOUT_DEFAULT);
	}

	@Test
	void everySettingOfAPolicyIsThere() {
		assertThat(this.properties).extracting((property) -> property.get("name"))
			.containsAll(
					Arrays.stream(BeanUtils.getParameterNames(BeanUtils.getResolvableConstructor(PolicySettings.class)))
						.map((name) -> "stampede.defaults." + DataObjectPropertyName.toDashedForm(name))
						.filter((name) -> !name.endsWith(".near"))
						.toList())
			.contains("stampede.defaults.near.ttl", "stampede.defaults.near.max-entries");
	}

	@Test
	void everyPropertyHasARowInTheDocumentation() throws IOException {
		List<String> rows = Files.readAllLines(page("docs/configuration.md"))
			.stream()
			.filter((line) -> line.startsWith("| `stampede."))
			.map((line) -> line.split("`", -1)[1])
			.toList();
		assertThat(rows).containsExactlyInAnyOrderElementsOf(
				this.properties.stream().map((property) -> String.valueOf(property.get("name"))).toList());
	}

	private static Path page(String name) {
		return Stream.of(Path.of(name), Path.of("..", name)).filter(Files::exists).findFirst().orElseThrow();
	}

	@SuppressWarnings("unchecked") // the format of the file
	private static List<Map<String, Object>> properties() {
		try (InputStream file = new ClassPathResource("META-INF/spring-configuration-metadata.json").getInputStream()) {
			Map<String, Object> metadata = JsonParserFactory.getJsonParser()
				.parseMap(new String(file.readAllBytes(), StandardCharsets.UTF_8));
			return ((List<Map<String, Object>>) Objects.requireNonNull(metadata.get("properties"))).stream()
				.filter((property) -> String.valueOf(property.get("name")).startsWith("stampede."))
				.toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
