package dev.stampede;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import javax.tools.ToolProvider;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * No circle of types in main code is larger than the limit, and the rule that says so
 * finds one that is.
 */
class TypeCirclesTests {

	/** The most types that a circle in main code may have. */
	private static final int LIMIT = 6;

	@TempDir
	private Path folder;

	@Test
	void typesOfMainCodeAreInNoLargeCircle() {
		JavaClasses main = new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
			.importPackages(ArchitectureTests.ROOT);
		List<Set<String>> circles = TypeCircles.of(main);
		System.out.println("Largest circle of types: " + (circles.isEmpty() ? "none"
				: circles.get(0).size() + " of at most " + LIMIT + ", " + circles.get(0)));
		assertThat(main).isNotEmpty();
		rule(LIMIT).check(main);
	}

	@Test
	void circleOfSevenIsFoundAndOneOfSixIsNot() throws IOException {
		assertThat(rule(6).evaluate(circle(7)).getFailureReport().getDetails()).singleElement()
			.asString()
			.startsWith("A circle of 7 types")
			.contains("Type0", "Type6");
		JavaClasses six = circle(6);
		assertThat(TypeCircles.of(six)).singleElement().satisfies((circle) -> assertThat(circle).hasSize(6));
		assertThatNoException().isThrownBy(() -> rule(6).check(six));
	}

	@Test
	void typesThatDependOnTheNextAloneAreInNoCircle() throws IOException {
		write("First", "Second next;");
		write("Second", "Third next;");
		write("Third", "");
		assertThat(TypeCircles.of(compile("First", "Second", "Third"))).isEmpty();
	}

	private static ArchRule rule(int limit) {
		return classes().should(new TypeCircles(limit));
	}

	// each knows the next by a nested type of its own, in an array
	private JavaClasses circle(int size) throws IOException {
		String[] names = IntStream.range(0, size).mapToObj((i) -> "Type" + i).toArray(String[]::new);
		for (int i = 0; i < size; i++) {
			write(names[i], "static class Nested { " + names[(i + 1) % size] + ".Nested[] next; }");
		}
		return compile(names);
	}

	private void write(String name, String body) throws IOException {
		Files.writeString(this.folder.resolve(name + ".java"), "class " + name + " { " + body + " }");
	}

	private JavaClasses compile(String... names) throws IOException {
		Path classes = Files.createTempDirectory(this.folder, "classes");
		List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", classes.toString()));
		for (String name : names) {
			arguments.add(this.folder.resolve(name + ".java").toString());
		}
		assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
			.isZero();
		return new ClassFileImporter().importPath(classes);
	}

}
