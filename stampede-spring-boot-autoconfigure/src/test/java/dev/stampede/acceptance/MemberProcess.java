package dev.stampede.acceptance;

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
import java.util.stream.Stream;

import dev.stampede.testing.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A {@link FleetMember} as the test sees it: a process that takes orders and reports.
 */
final class MemberProcess implements AutoCloseable {

	private static final Duration LIMIT = Duration.ofSeconds(30);

	private static final String END = "(end of output)";

	private final String name;

	private final Process process;

	private final Path log;

	private final PrintStream orders;

	private final BlockingQueue<String> replies = new LinkedBlockingQueue<>();

	private MemberProcess(String name, Process process, Path log) {
		this.name = name;
		this.process = process;
		this.log = log;
		this.orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
		Thread reader = new Thread(this::readReplies, name + "-replies");
		reader.setDaemon(true);
		reader.start();
	}

	/**
	 * Launches a JVM like this one; its Redis connections bear its name.
	 */
	static MemberProcess launch(String name, TestRedis redis) throws IOException {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
						"-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), FleetMember.class.getName(),
						"--spring.data.redis.client-name=" + name));
		Stream.of(redis.properties()).map((property) -> "--" + property).forEach(command::add);
		Path log = Files.createTempFile("stampede-" + name, ".log");
		return new MemberProcess(name, new ProcessBuilder(command).redirectError(log.toFile()).start(), log);
	}

	String name() {
		return this.name;
	}

	void awaitStart() {
		assertThat(reply()).isEqualTo(FleetMember.STARTED);
	}

	/**
	 * Sends the order and returns when the herd is ready.
	 */
	void prepare(HerdOrder order) {
		this.orders.println(order);
		assertThat(reply()).isEqualTo(FleetMember.READY);
	}

	void release() {
		this.orders.println();
	}

	HerdReport report() {
		return HerdReport.parse(reply());
	}

	/**
	 * Ends the process at once (SIGKILL): it releases nothing.
	 */
	void kill() throws InterruptedException {
		this.process.destroyForcibly().waitFor();
	}

	@Override
	public void close() {
		this.orders.close();
		try {
			if (!this.process.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
				kill();
				throw new AssertionError(this.name + " did not end: " + Files.readString(this.log));
			}
			Files.delete(this.log);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private String reply() {
		try {
			String reply = this.replies.poll(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
			if (reply == null || reply.equals(END)) {
				throw new AssertionError(this.name + " did not reply: " + Files.readString(this.log));
			}
			return reply;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	private void readReplies() {
		try (BufferedReader output = this.process.inputReader(StandardCharsets.UTF_8)) {
			output.lines().forEach(this.replies::add);
		}
		catch (IOException | UncheckedIOException ex) {
			// the process was killed
		}
		this.replies.add(END);
	}

}
