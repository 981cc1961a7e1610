package dev.stampede.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;

/**
 * A private Redis process for a test that kills, pauses, restarts or configures it. It
 * keeps nothing on disk, listens on the loopback address only and ends with the JVM at
 * the latest.
 */
public final class RedisServer implements AutoCloseable {

	private static final int PORT_TRIES = 5;

	private static final int BUS_PORT_OFFSET = 10_000;

	private static final Duration START_LIMIT = Duration.ofSeconds(20);

	private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

	private final RedisBinary binary;

	private final int port;

	private final List<String> args;

	private final Path folder;

	private final Thread shutdownHook = new Thread(this::destroy, "redis-server-shutdown");

	private Process process;

	private RedisServer(RedisBinary binary, int port, List<String> args) throws IOException {
		this.binary = binary;
		this.port = port;
		this.args = args;
		this.folder = Files.createTempDirectory("stampede-redis");
		this.process = launch();
		Runtime.getRuntime().addShutdownHook(this.shutdownHook);
	}

	/**
	 * Starts a server on a free port and returns when it answers.
	 * @param args more arguments for the program, such as {@code "--cluster-enabled",
	 * "yes"}; the port above this one by 10000 is free for the cluster bus
	 * @return the running server
	 */
	public static RedisServer start(String... args) {
		return start(RedisBinary.find(), List.of(args));
	}

	/**
	 * Starts a sentinel that alone decides to promote a replica, half a second after its
	 * master has gone.
	 * @param name the name of the master
	 * @param master the master
	 * @return the running sentinel
	 */
	public static RedisServer startSentinel(String name, RedisServer master) {
		try {
			// a sentinel keeps what it learns in its configuration, which is in its
			// folder
			Path configuration = Files.createTempFile(master.folder, "sentinel", ".conf");
			Files.writeString(configuration,
					"sentinel monitor " + name + " " + master.host() + " " + master.port() + " 1\n"
							+ "sentinel down-after-milliseconds " + name + " 500\n" + "sentinel failover-timeout "
							+ name + " 3000\n");
			return start(RedisBinary.find(), List.of(configuration.toString(), "--sentinel"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static RedisServer start(RedisBinary binary, List<String> args) {
		for (int attempt = 1;; attempt++) {
			try {
				RedisServer server = new RedisServer(binary, freePort(), args);
				if (server.answers()) {
					return server;
				}
				String log = server.log();
				server.close();
				if (attempt == PORT_TRIES || !log.contains("Address already in use")) {
					throw new IllegalStateException(binary.executable() + " " + args + " did not start: " + log);
				}
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}
	}

	/**
	 * Returns the loopback address the server listens on.
	 * @return the host
	 */
	public String host() {
		return "127.0.0.1";
	}

	/**
	 * Returns the port, the same after a restart.
	 * @return the port
	 */
	public int port() {
		return this.port;
	}

	/**
	 * Returns the id of the process, another one after a restart.
	 * @return the process id
	 */
	public long pid() {
		return this.process.pid();
	}

	/**
	 * Returns whether the process is there, paused or not.
	 * @return whether it is alive
	 */
	public boolean isAlive() {
		return this.process.isAlive();
	}

	/**
	 * Returns what the server has logged since it was first started.
	 * @return the log
	 */
	public String log() {
		try {
			return Files.readString(logFile());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Sends one command on a connection of its own.
	 * @param command the command and its arguments
	 * @return the reply, see {@link RespClient#call(String...)}
	 */
	public @Nullable Object call(String... command) {
		try (RespClient client = RespClient.connect(host(), this.port)) {
			return client.call(command);
		}
	}

	/**
	 * Ends the server at once (SIGKILL); its clients see reset connections.
	 */
	public void kill() {
		this.process.destroyForcibly();
		awaitEnd();
	}

	/**
	 * Ends the server as an operator would (SIGTERM).
	 */
	public void stop() {
		if (this.process.isAlive()) {
			resume();
			this.process.destroy();
			awaitEnd();
		}
	}

	/**
	 * Starts the server again on its port, with its arguments and without its data; stops
	 * it first where it runs. Returns when it answers.
	 */
	public void restart() {
		stop();
		try {
			this.process = launch();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		if (!answers()) {
			throw new IllegalStateException("Redis did not start again: " + log());
		}
	}

	/**
	 * Freezes the server (SIGSTOP): connections stay, nothing is answered.
	 */
	public void pause() {
		signal("STOP");
	}

	/**
	 * Lets a paused server go on (SIGCONT).
	 */
	public void resume() {
		signal("CONT");
	}

	/**
	 * Ends the server and removes its folder.
	 */
	@Override
	public void close() {
		destroy();
		Runtime.getRuntime().removeShutdownHook(this.shutdownHook);
	}

	private void destroy() {
		kill();
		try {
			FileSystemUtils.deleteRecursively(this.folder);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private Process launch() throws IOException {
		List<String> command = new ArrayList<>();
		command.add(this.binary.executable().toString());
		// the name of a configuration file must come first
		boolean configured = !this.args.isEmpty() && !this.args.get(0).startsWith("--");
		command.addAll(this.args.subList(0, configured ? 1 : 0));
		command.addAll(List.of("--port", String.valueOf(this.port), "--bind", host()));
		command.addAll(List.of("--save", "", "--appendonly", "no", "--dir", this.folder.toString()));
		command.addAll(this.args.subList(configured ? 1 : 0, this.args.size()));
		return new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.appendTo(logFile().toFile()))
			.start();
	}

	private boolean answers() {
		Awaitility.await("Redis on port " + this.port)
			.atMost(START_LIMIT)
			.pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofMillis(10))
			.until(() -> !this.process.isAlive() || RespClient.answers(host(), this.port));
		return this.process.isAlive();
	}

	private void awaitEnd() {
		try {
			if (!this.process.waitFor(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
				this.process.destroyForcibly().waitFor();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while Redis was stopping", ex);
		}
	}

	private void signal(String name) {
		try {
			Process kill = new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid()).inheritIO().start();
			if (kill.waitFor() != 0) {
				throw new IllegalStateException("Signal " + name + " did not reach Redis with pid " + pid());
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while signalling Redis", ex);
		}
	}

	private Path logFile() {
		return this.folder.resolve("redis.log");
	}

	/**
	 * Below the range that outgoing connections take their ports from, and with room for
	 * the cluster bus.
	 */
	private static int freePort() {
		while (true) {
			int port = ThreadLocalRandom.current().nextInt(12_000, 22_500);
			if (isFree(port) && isFree(port + BUS_PORT_OFFSET)) {
				return port;
			}
		}
	}

	private static boolean isFree(int port) {
		try (ServerSocket socket = new ServerSocket()) {
			socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
			return true;
		}
		catch (IOException ex) {
			return false;
		}
	}

}
