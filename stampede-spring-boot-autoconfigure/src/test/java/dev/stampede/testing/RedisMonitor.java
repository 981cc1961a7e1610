package dev.stampede.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

import org.awaitility.Awaitility;

/**
 * Listens to all commands that a server runs, from its opening to its end. What is
 * returned is complete: every command that was answered before the question is in it.
 */
public final class RedisMonitor implements AutoCloseable {

	private static final Duration LIMIT = Duration.ofSeconds(10);

	private final String host;

	private final int port;

	private final RespClient client;

	private final List<MonitoredCommand> commands = new CopyOnWriteArrayList<>();

	private RedisMonitor(String host, int port) {
		this.host = host;
		this.port = port;
		this.client = RespClient.connect(host, port);
	}

	/**
	 * Begins to listen.
	 * @param host the host of the server
	 * @param port the port of the server
	 * @return the monitor, already listening
	 */
	public static RedisMonitor open(String host, int port) {
		RedisMonitor monitor = new RedisMonitor(host, port);
		monitor.start();
		return monitor;
	}

	/**
	 * Returns the commands that clients sent and that mention a text.
	 * @param text the text, such as the prefix of keys
	 * @return the commands in the order in which Redis ran them
	 */
	public List<MonitoredCommand> sent(String text) {
		return all().stream().filter((command) -> !command.lua() && command.mentions(text)).toList();
	}

	/**
	 * Returns the commands that scripts ran and that mention a text.
	 * @param text the text, such as the prefix of keys
	 * @return the commands in the order in which Redis ran them
	 */
	public List<MonitoredCommand> ranByScripts(String text) {
		return all().stream().filter((command) -> command.lua() && command.mentions(text)).toList();
	}

	/**
	 * Returns every command since the opening or the last {@link #clear()}, those of
	 * other clients and of connections that were set up included.
	 * @return the commands in the order in which Redis ran them
	 */
	public List<MonitoredCommand> all() {
		String fence = fence();
		return this.commands.stream().takeWhile((command) -> !command.mentions(fence)).toList();
	}

	/**
	 * Forgets every command that was answered so far.
	 */
	public void clear() {
		fence();
		this.commands.clear();
	}

	@Override
	public void close() {
		this.client.close();
	}

	private void start() {
		this.client.call("MONITOR");
		try {
			this.client.waitWithoutLimit();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		Thread reader = new Thread(this::read, "redis-monitor");
		reader.setDaemon(true);
		reader.start();
	}

	private void read() {
		try {
			while (true) {
				this.commands.add(MonitoredCommand.parse(this.client.readLine()));
			}
		}
		catch (IOException ex) {
			// closed, by this side or by the server
		}
	}

	private String fence() {
		String fence = "fence-" + UUID.randomUUID();
		try (RespClient other = RespClient.connect(this.host, this.port)) {
			other.call("ECHO", fence);
		}
		Awaitility.await("the end of what Redis ran")
			.atMost(LIMIT)
			.pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofMillis(5))
			.until(() -> this.commands.stream().anyMatch((command) -> command.mentions(fence)));
		this.commands.removeIf((command) -> command.mentions("fence-") && !command.mentions(fence));
		return fence;
	}

}
