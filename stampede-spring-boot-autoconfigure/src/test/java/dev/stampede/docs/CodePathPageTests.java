package dev.stampede.docs;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Names of code in the page about a call: the types, and their methods and constants, are
 * there.
 */
class CodePathPageTests {

	/** Such as {@code engine.CallPath.board}, with or without the package. */
	private static final Pattern NAME = Pattern.compile("`((?:[a-z]+\\.)?[A-Z][A-Za-z]*[a-z][A-Za-z]*(?:\\.\\w+)*)");

	private static final JavaClasses classes = new ClassFileImporter()
		.withImportOption(new ImportOption.DoNotIncludeTests())
		.importPackages("dev.stampede");

	@Test
	void namesOfCodeAreThere() {
		List<String> names = NAME.matcher(Documentation.find().part(Path.of("docs/how-it-works.md"), "code"))
			.results()
			.map((name) -> name.group(1))
			.distinct()
			.toList();
		assertThat(names).hasSizeGreaterThan(40).allSatisfy((name) -> assertThat(isThere(name)).as(name).isTrue());
	}

	@Test
	void namesThatAreNotThereAreFound() {
		assertThat(List.of("engine.NoSuchType", "redis.CallPath", "engine.CallPath.noSuchMethod", "Next.Turn.NOTHING"))
			.noneMatch(CodePathPageTests::isThere);
	}

	private static boolean isThere(String name) {
		Iterator<String> parts = Arrays.asList(name.split("\\.")).iterator();
		String first = parts.next();
		boolean inPackage = Character.isLowerCase(first.charAt(0));
		String type = inPackage ? parts.next() : first;
		Optional<JavaClass> found = classes.stream()
			.filter((each) -> each.getSimpleName().equals(type))
			.filter((each) -> !inPackage || each.getPackageName().equals("dev.stampede." + first))
			.findFirst();
		while (found.isPresent() && parts.hasNext()) {
			String part = parts.next();
			JavaClass outer = found.get();
			Optional<JavaClass> nested = classes.stream()
				.filter((each) -> each.getName().equals(outer.getName() + "$" + part))
				.findFirst();
			if (nested.isEmpty()) {
				return !parts.hasNext() && hasMember(outer, part);
			}
			found = nested;
		}
		return found.isPresent();
	}

	private static boolean hasMember(JavaClass type, String name) {
		return type.getMembers().stream().anyMatch((member) -> member.getName().equals(name));
	}

}
