package dev.stampede.docs;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

import dev.stampede.actuate.StampedeEndpoint;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The table of the endpoint's fields has each field of each answer, and no others.
 */
class EndpointPageTests {

	private static final String SUFFIX = "Descriptor";

	@Test
	void tableOfFieldsIsWhatTheEndpointAnswers() {
		JavaClasses classes = new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
			.importPackagesOf(StampedeEndpoint.class);
		Set<String> answered = classes.stream()
			.filter(EndpointPageTests::isAnswer)
			.flatMap((answer) -> fields(answer, "").map((field) -> name(answer) + " " + field))
			.collect(Collectors.toSet());
		List<String> documented = Documentation.find()
			.part(Path.of("docs/observability.md"), "fields")
			.lines()
			.skip(2)
			.map((row) -> row.split("\\s*\\|\\s*", -1))
			.map((cells) -> cells[1] + " " + cells[2].replace("`", ""))
			.toList();
		assertThat(documented).containsExactlyInAnyOrderElementsOf(answered);
	}

	private static Stream<String> fields(JavaClass descriptor, String path) {
		return descriptor.getFields()
			.stream()
			.filter((field) -> !field.getModifiers().contains(JavaModifier.STATIC))
			.flatMap((field) -> {
				String name = path + field.getName();
				List<JavaClass> parts = parts(field);
				return parts.isEmpty() ? Stream.of(name) : parts.stream().flatMap((part) -> fields(part, name + "."));
			});
	}

	// descriptors in a field's type, but for those that are answers of their own
	private static List<JavaClass> parts(JavaField field) {
		return field.getType()
			.getAllInvolvedRawTypes()
			.stream()
			.filter((type) -> type.getSimpleName().endsWith(SUFFIX) && !isAnswer(type))
			.toList();
	}

	private static boolean isAnswer(JavaClass type) {
		return type.getSimpleName().endsWith(SUFFIX) && type.isAssignableTo(OperationResponseBody.class);
	}

	private static String name(JavaClass answer) {
		return answer.getSimpleName().replace(SUFFIX, "").toLowerCase(Locale.ROOT);
	}

}
