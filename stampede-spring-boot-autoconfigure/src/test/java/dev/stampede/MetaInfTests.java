package dev.stampede;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every class that a file under {@code META-INF} names is there, and every
 * auto-configuration is named.
 */
class MetaInfTests {

	private static final Path FOLDER = Path.of("src/main/resources/META-INF");

	@Test
	void namedClassesResolve() {
		assertThat(imports()).isNotEmpty().allMatch(this::resolves);
		assertThat(factories()).isNotEmpty().allMatch(this::resolves);
	}

	@Test
	void autoConfigurationsAreImported() {
		List<String> autoConfigurations = new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
			.importPackages(ArchitectureTests.ROOT)
			.stream()
			.filter((type) -> type.isAnnotatedWith(AutoConfiguration.class))
			.map(JavaClass::getName)
			.toList();
		assertThat(autoConfigurations).isNotEmpty();
		assertThat(imports()).containsExactlyInAnyOrderElementsOf(autoConfigurations);
	}

	private boolean resolves(String name) {
		return ClassUtils.isPresent(name, getClass().getClassLoader());
	}

	private static List<String> imports() {
		return contents(".imports").flatMap(String::lines)
			.map((line) -> line.replaceFirst("#.*", "").trim())
			.filter((line) -> !line.isEmpty())
			.toList();
	}

	private static List<String> factories() {
		return contents(".factories").map(MetaInfTests::properties)
			.flatMap((properties) -> properties.stringPropertyNames()
				.stream()
				.flatMap((name) -> Stream.of(name, properties.getProperty(name))))
			.flatMap((names) -> Stream.of(names.split(",")))
			.map(String::trim)
			.filter((name) -> !name.isEmpty())
			.toList();
	}

	private static Stream<String> contents(String suffix) {
		try (Stream<Path> files = Files.walk(FOLDER)) {
			return files.filter((file) -> file.toString().endsWith(suffix))
				.map(MetaInfTests::content)
				.toList()
				.stream();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static String content(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static Properties properties(String content) {
		try {
			Properties properties = new Properties();
			properties.load(new StringReader(content));
			return properties;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
