package dev.stampede;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;

import dev.stampede.engine.StampedeEngine;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that no code of ours enters a monitor, in which a virtual thread that waits would
 * pin its carrier before Java 24. That methods are not synchronized is a rule of the
 * {@link ArchitectureTests}.
 */
class MonitorsTests {

	@Test
	void noCodeEntersAMonitor() {
		Path classes = location(StampedeEngine.class);
		List<String> entering = new ArrayList<>();
		try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
			List<String> types = sources.map(Path::toString)
				.filter((name) -> name.endsWith(".java"))
				.map((name) -> name.substring("src/main/java/".length(), name.length() - ".java".length()))
				.toList();
			assertThat(types).hasSizeGreaterThan(100);
			types.forEach((type) -> nested(classes, type).filter(MonitorsTests::entersAMonitor)
				.map((file) -> classes.relativize(file).toString())
				.forEach(entering::add));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		assertThat(entering).isEmpty();
	}

	@Test
	void monitorIsFound() {
		Path classes = location(MonitorsTests.class);
		assertThat(nested(classes, "dev/stampede/MonitorsTests").filter(MonitorsTests::entersAMonitor))
			.containsExactly(classes.resolve("dev/stampede/MonitorsTests$Entering.class"));
	}

	private static Stream<Path> nested(Path classes, String type) {
		Path file = classes.resolve(type + ".class");
		String name = file.getFileName().toString().replace(".class", "");
		try (Stream<Path> files = Files.list(file.getParent())) {
			return files
				.filter((each) -> each.getFileName().toString().equals(name + ".class")
						|| each.getFileName().toString().startsWith(name + "$"))
				.toList()
				.stream();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static boolean entersAMonitor(Path file) {
		boolean[] entered = new boolean[1];
		try {
			new ClassReader(Files.readAllBytes(file)).accept(new ClassVisitor(SpringAsmInfo.ASM_VERSION) {

				@Override
				public MethodVisitor visitMethod(int access, String name, String descriptor, @Nullable String signature,
						String @Nullable [] exceptions) {
					return new MethodVisitor(SpringAsmInfo.ASM_VERSION) {

						@Override
						public void visitInsn(int opcode) {
							entered[0] |= opcode == Opcodes.MONITORENTER;
						}

					};
				}

			}, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return entered[0];
	}

	private static Path location(Class<?> type) {
		try {
			return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
		}
		catch (URISyntaxException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** What the rule must find. */
	static final class Entering {

		private int count;

		int count() {
			synchronized (this) {
				return ++this.count;
			}
		}

	}

}
