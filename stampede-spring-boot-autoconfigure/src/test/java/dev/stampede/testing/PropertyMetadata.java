package dev.stampede.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.core.io.ClassPathResource;

/**
 * A property of ours as the metadata for editors describes it.
 *
 * @param name the name
 * @param type the type of its value
 * @param defaultValue the default, or null if it follows from another or there is none
 * @param description what it is for
 */
public record PropertyMetadata(String name, String type, @Nullable Object defaultValue, String description) {

	/**
	 * Returns all properties below {@code stampede}.
	 * @return the properties, in the order of the file
	 */
	@SuppressWarnings("unchecked") // the format of the file
	public static List<PropertyMetadata> all() {
		try (InputStream file = new ClassPathResource("META-INF/spring-configuration-metadata.json").getInputStream()) {
			Map<String, Object> metadata = JsonParserFactory.getJsonParser()
				.parseMap(new String(file.readAllBytes(), StandardCharsets.UTF_8));
			return ((List<Map<String, Object>>) Objects.requireNonNull(metadata.get("properties"))).stream()
				.map((property) -> new PropertyMetadata(text(property, "name"), text(property, "type"),
						property.get("defaultValue"), text(property, "description")))
				.filter((property) -> property.name.startsWith("stampede."))
				.toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static String text(Map<String, Object> property, String key) {
		return Objects.toString(property.get(key), "");
	}

}
