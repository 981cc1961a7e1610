package dev.stampede.testing.fleet;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * JVM of a member, seen from the JVM that launched it: it takes lines and answers with
 * lines, and ends with its input.
 */
public final class MemberJvm implements AutoCloseable {

	private static final Duration LIMIT = Duration.ofSeconds(30);

	private static final String END = "(end of output)";

	private final String name;

	private final Process process;

	private final Path log;

	private final PrintStream input;

	private final BlockingQueue<String> output = new LinkedBlockingQueue<>();

	private MemberJvm(String name, Process process, Path log) {
		this.name = name;
		this.process = process;
		this.log = log;
		this.input = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
		Thread reader = new Thread(this::read, name + "-output");
		reader.setDaemon(true);
		reader.start();
	}

	/**
	 * Launches a JVM like this one. It compiles once only, so that it soon runs at an
	 * even speed: with few processors and several JVMs, compiling again would be measured
	 * too.
	 * @param name the name of the member
	 * @param main the class that the JVM runs
	 * @param arguments the arguments of its main method
	 * @return the JVM, which is starting
	 * @throws IOException if it cannot be launched
	 */
	public static MemberJvm launch(String name, Class<?> main, List<String> arguments) throws IOException {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
						"-XX:+UseSerialGC", "-Xmx256m", "-cp", System.getProperty("java.class.path"), main.getName()));
		command.addAll(arguments);
		Path log = Files.createTempFile("stampede-" + name + "-", ".log");
		return new MemberJvm(name, new ProcessBuilder(command).redirectError(log.toFile()).start(), log);
	}

	/**
	 * Returns the name of the member.
	 * @return the name
	 */
	public String name() {
		return this.name;
	}

	/**
	 * Sends a line.
	 * @param line the line
	 */
	public void send(String line) {
		this.input.println(line);
	}

	/**
	 * Returns the next line of its output, however long that takes.
	 * @return the line; null at the end of the output
	 * @throws InterruptedException if interrupted meanwhile
	 */
	public @Nullable String next() throws InterruptedException {
		return lineOrEnd(this.output.take());
	}

	/**
	 * Returns the next line of its output.
	 * @param limit how long to wait for it
	 * @return the line
	 * @throws IllegalStateException if none comes; its message has the log of the member
	 */
	public String next(Duration limit) {
		try {
			String line = lineOrEnd(this.output.poll(limit.toMillis(), TimeUnit.MILLISECONDS));
			if (line == null) {
				throw new IllegalStateException(this.name + " did not reply: " + log());
			}
			return line;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while " + this.name + " was to reply", ex);
		}
	}

	/**
	 * Returns what the member has logged.
	 * @return the log
	 */
	public String log() {
		try {
			return Files.readString(this.log);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Lets the whole process stand still (SIGSTOP).
	 */
	public void pause() {
		signal("STOP");
	}

	/**
	 * Lets it go on (SIGCONT).
	 */
	public void resume() {
		signal("CONT");
	}

	/**
	 * Ends the process at once (SIGKILL): it releases nothing.
	 */
	public void kill() {
		this.process.destroyForcibly().onExit().join();
	}

	/**
	 * Ends the input, and with it the process; kills it if it does not end by itself.
	 * @return whether it did
	 * @throws InterruptedException if interrupted meanwhile
	 */
	public boolean end() throws InterruptedException {
		this.input.close();
		boolean byItself = this.process.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
		if (!byItself) {
			kill();
		}
		return byItself;
	}

	/**
	 * Kills the process, if it is there, and deletes its log.
	 */
	@Override
	public void close() {
		kill();
		try {
			Files.deleteIfExists(this.log);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void signal(String name) {
		try {
			new ProcessBuilder("kill", "-" + name, String.valueOf(this.process.pid())).start().onExit().join();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	// the end is told again to a later call
	private @Nullable String lineOrEnd(@Nullable String line) {
		if (line != null && line.equals(END)) {
			this.output.add(END);
			return null;
		}
		return line;
	}

	private void read() {
		try (BufferedReader lines = this.process.inputReader(StandardCharsets.UTF_8)) {
			lines.lines().forEach(this.output::add);
		}
		catch (IOException | UncheckedIOException ex) {
			// the process was killed
		}
		this.output.add(END);
	}

}
