package dev.stampede.docs;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

import dev.stampede.testing.InjectedFault;
import dev.stampede.testing.Injects;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each fault is injected by a test, and the page of the guarantees says by which.
 */
class FaultsTests {

	private static final Path PAGE = Path.of("docs/guarantees.md");

	private static final Map<InjectedFault, Set<String>> tests = tests();

	@Test
	void everyFaultIsInjected() {
		assertThat(tests.keySet()).containsExactlyInAnyOrder(InjectedFault.values());
	}

	@Test
	void tableOfFaultsNamesTheTests() {
		String table = Arrays.stream(InjectedFault.values())
			.map((fault) -> "| " + words(fault) + " | " + names(fault) + " |")
			.collect(Collectors.joining("\n", "| fault | injected by |\n| --- | --- |\n", "\n"));
		assertThat(Documentation.find().part(PAGE, "faults")).isEqualTo(table);
	}

	private static String words(InjectedFault fault) {
		return fault.name().toLowerCase(Locale.ROOT).replace('_', ' ');
	}

	private static String names(InjectedFault fault) {
		return tests.getOrDefault(fault, Set.of())
			.stream()
			.map((name) -> "`" + name + "`")
			.collect(Collectors.joining(", "));
	}

	private static Map<InjectedFault, Set<String>> tests() {
		Map<InjectedFault, Set<String>> found = new TreeMap<>();
		for (JavaClass type : new ClassFileImporter().importPackages("dev.stampede")) {
			for (JavaMethod method : type.getMethods()) {
				method.tryGetAnnotationOfType(Injects.class)
					.ifPresent((injects) -> List.of(injects.value())
						.forEach((fault) -> found.computeIfAbsent(fault, (key) -> new TreeSet<>())
							.add(type.getSimpleName() + "." + method.getName())));
			}
		}
		return found;
	}

}
