package dev.stampede.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs a class in a JVM of its own.
 */
public final class ChildJvm {

	/** What lines of a report begin with, beside those of the log. */
	public static final String MARK = "> ";

	private static final long LIMIT_SECONDS = 180;

	private final List<String> command = new ArrayList<>(
			List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
					"-XX:+UseSerialGC"));

	private String classPath = System.getProperty("java.class.path");

	/**
	 * Adds options of the JVM.
	 * @param options the options
	 * @return this
	 */
	public ChildJvm options(String... options) {
		this.command.addAll(Arrays.asList(options));
		return this;
	}

	/**
	 * Adds a folder before the class path of this JVM.
	 * @param folder the folder
	 * @return this
	 */
	public ChildJvm before(Path folder) {
		this.classPath = folder + System.getProperty("path.separator") + this.classPath;
		return this;
	}

	/**
	 * Returns the class path.
	 * @return the class path
	 */
	public String classPath() {
		return this.classPath;
	}

	/**
	 * Runs the class to its end, which must be a good one.
	 * @param name the class
	 * @param arguments the arguments of its main method
	 * @return the lines that it marked, without the mark
	 * @throws IOException if it cannot be started
	 * @throws InterruptedException if the caller is interrupted
	 */
	public List<String> run(String name, String... arguments) throws IOException, InterruptedException {
		Path out = Files.createTempFile("stampede-child", ".out");
		try {
			List<String> all = Stream
				.of(this.command.stream(), Stream.of("-cp", this.classPath, name), Stream.of(arguments))
				.flatMap((each) -> each)
				.toList();
			Process process = new ProcessBuilder(all).redirectErrorStream(true).redirectOutput(out.toFile()).start();
			if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
				process.destroyForcibly();
			}
			assertThat(process.waitFor()).as(Files.readString(out)).isZero();
			return Files.readAllLines(out)
				.stream()
				.filter((line) -> line.startsWith(MARK))
				.map((line) -> line.substring(MARK.length()))
				.toList();
		}
		finally {
			Files.delete(out);
		}
	}

}
