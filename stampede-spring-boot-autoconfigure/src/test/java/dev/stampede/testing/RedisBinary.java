package dev.stampede.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

import redis.embedded.core.ExecutableProvider;

/**
 * The server program that tests start: one from the {@code PATH} or the embedded one.
 *
 * @param executable the program
 * @param embedded whether it is the one that comes as a library
 */
record RedisBinary(Path executable, boolean embedded) {

	/**
	 * System property that chooses the program: {@code auto} (the default),
	 * {@code embedded} or {@code path}.
	 */
	static final String KIND_PROPERTY = "dev.stampede.test.redis.kind";

	private static final List<String> NAMES = List.of("redis-server", "valkey-server");

	static RedisBinary find() {
		return switch (kind()) {
			case AUTO -> onPath().orElseGet(RedisBinary::extracted);
			case EMBEDDED -> extracted();
			case PATH -> onPath().orElseThrow(() -> new IllegalStateException("None of " + NAMES + " is on the PATH"));
		};
	}

	static Kind kind() {
		return Kind.valueOf(System.getProperty(KIND_PROPERTY, "auto").toUpperCase(Locale.ROOT));
	}

	private static Optional<RedisBinary> onPath() {
		String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
		return NAMES.stream()
			.flatMap((name) -> Stream.of(path.split(File.pathSeparator)).map((folder) -> Path.of(folder, name)))
			.filter(Files::isExecutable)
			.findFirst()
			.map((executable) -> new RedisBinary(executable, false));
	}

	static RedisBinary extracted() {
		return Extracted.BINARY;
	}

	/**
	 * Where to look for the program.
	 */
	enum Kind {

		AUTO, EMBEDDED, PATH

	}

	/**
	 * Unpacks the embedded program once per JVM, at first use.
	 */
	private static final class Extracted {

		private static final RedisBinary BINARY = extract();

		private static RedisBinary extract() {
			try {
				File folder = Files.createTempDirectory("stampede-redis-binary").toFile();
				folder.deleteOnExit();
				File executable = ExecutableProvider.newJarResourceProvider(folder).get();
				executable.deleteOnExit();
				return new RedisBinary(executable.toPath(), true);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

	}

}
