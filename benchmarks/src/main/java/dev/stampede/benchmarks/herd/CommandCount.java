package dev.stampede.benchmarks.herd;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Counts the commands that the members of a fleet send, by {@code MONITOR}. What scripts
 * run is not counted.
 */
final class CommandCount implements AutoCloseable {

	private static final Pattern COMMAND = Pattern.compile("\\[\\d+ ([\\d.:]+)\\] \"([^\"]+)\"");

	private static final Pattern CLIENT = Pattern.compile("\\baddr=(\\S+) .*\\bname=(\\S+)");

	private final int port;

	private final Set<String> members;

	private final Socket monitor;

	private final Queue<String> lines = new ConcurrentLinkedQueue<>();

	private final Thread reader;

	private CommandCount(int port, Set<String> members, Socket monitor) {
		this.port = port;
		this.members = members;
		this.monitor = monitor;
		this.reader = new Thread(this::read, "monitor");
		this.reader.setDaemon(true);
	}

	static CommandCount begin(int port, Set<String> members) throws IOException {
		CommandCount count = new CommandCount(port, members, connect(port));
		send(count.monitor, "MONITOR");
		count.reader.start();
		while (count.lines.isEmpty()) { // until it answers
			Thread.onSpinWait();
		}
		return count;
	}

	// Returns how many commands the member sent that sent the most.
	int most() throws IOException {
		String clients = ask("CLIENT LIST");
		ask("ECHO end-of-count");
		while (this.lines.stream().noneMatch((line) -> line.contains("end-of-count"))) {
			Thread.onSpinWait();
		}
		Map<String, String> names = new HashMap<>();
		Matcher client = CLIENT.matcher(clients);
		while (client.find()) {
			names.put(client.group(1), client.group(2));
		}
		Map<String, Integer> counts = new HashMap<>();
		for (String line : this.lines) {
			Matcher command = COMMAND.matcher(line);
			if (command.find() && !command.group(2).equals("PING")) {
				counts.merge(names.getOrDefault(command.group(1), ""), 1, Integer::sum);
			}
		}
		counts.keySet().retainAll(this.members);
		return counts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
	}

	@Override
	public void close() throws IOException {
		this.monitor.close();
	}

	private void read() {
		try (BufferedReader output = reader(this.monitor)) {
			for (String line = output.readLine(); line != null; line = output.readLine()) {
				this.lines.add(line);
			}
		}
		catch (IOException ex) {
			// closed
		}
	}

	// its replies are of one line, or end with an empty one
	private String ask(String command) throws IOException {
		try (Socket socket = connect(this.port); BufferedReader output = reader(socket)) {
			send(socket, command);
			StringBuilder reply = new StringBuilder();
			for (String line = output.readLine(); line != null && !line.isEmpty(); line = output.readLine()) {
				reply.append(line).append('\n');
				if (line.equals("end-of-count")) {
					break;
				}
			}
			return reply.toString();
		}
	}

	private static Socket connect(int port) throws IOException {
		return new Socket(InetAddress.getLoopbackAddress(), port);
	}

	private static void send(Socket socket, String command) throws IOException {
		socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
	}

	private static BufferedReader reader(Socket socket) throws IOException {
		return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
	}

}
