package dev.stampede.benchmarks.herd;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A {@link Member} as the harness sees it.
 */
final class MemberProcess implements AutoCloseable {

	private final MemberSettings settings;

	private final Process process;

	private final Path log;

	private final PrintStream orders;

	private final BufferedReader replies;

	private MemberProcess(MemberSettings settings, Process process, Path log) {
		this.settings = settings;
		this.process = process;
		this.log = log;
		this.orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
		this.replies = process.inputReader(StandardCharsets.UTF_8);
	}

	// Launches a JVM like this one. Compiled once only, it soon runs at an even speed:
	// with few processors and several JVMs, compiling again would be measured too.
	static MemberProcess launch(Approach approach, MemberSettings settings) throws IOException {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
						"-XX:+UseSerialGC", "-Xmx256m", "-cp", System.getProperty("java.class.path"),
						Member.class.getName(), approach.name()));
		command.addAll(settings.words());
		File log = File.createTempFile("stampede-benchmarks-", ".log");
		return new MemberProcess(settings, new ProcessBuilder(command).redirectError(log).start(), log.toPath());
	}

	String name() {
		return this.settings.name();
	}

	void awaitStart() throws IOException {
		expect(Member.STARTED);
	}

	// Has callers stand ready.
	void prepare(Order order) throws IOException {
		send(Member.CALL, order.words());
		expect(Member.READY);
	}

	void release() {
		this.orders.println();
	}

	// Lets callers loose at once.
	void start(Order order) throws IOException {
		prepare(order);
		release();
	}

	Calls report() throws IOException {
		return new Calls(Stream.of(reply().split(" ", -1)).map(CallRecord::parse).toList());
	}

	void evict(String key) throws IOException {
		send(Member.EVICT, List.of(key));
		expect(Member.EVICT);
	}

	// Ends the process at once (SIGKILL).
	void kill() {
		this.process.destroyForcibly().onExit().join();
	}

	@Override
	public void close() throws IOException {
		kill();
		Files.delete(this.log);
	}

	private void send(String order, List<String> words) {
		this.orders.println(order + " " + String.join(" ", words));
	}

	private void expect(String expected) throws IOException {
		String reply = reply();
		if (!reply.equals(expected)) {
			throw new IllegalStateException(name() + " said: " + reply);
		}
	}

	private String reply() throws IOException {
		String reply = this.replies.readLine();
		if (reply == null) {
			throw new IllegalStateException(name() + " ended: " + Files.readString(this.log));
		}
		return reply;
	}

}
