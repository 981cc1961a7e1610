package dev.stampede.benchmarks;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

import redis.embedded.core.ExecutableProvider;

/**
 * A Redis of the benchmarks' own: the {@code redis-server} of the machine, else the
 * embedded one.
 */
public final class RedisProcess implements AutoCloseable {

	private static final long PATIENCE = Duration.ofSeconds(10).toNanos();

	private final String executable;

	private final int port;

	private Process process;

	private RedisProcess(String executable, int port) throws IOException {
		this.executable = executable;
		this.port = port;
		this.process = launch();
	}

	/**
	 * Starts a server on a free port.
	 * @return the server, which answers
	 * @throws IOException if it cannot be started
	 * @throws InterruptedException if interrupted
	 */
	public static RedisProcess start() throws IOException, InterruptedException {
		RedisProcess redis = new RedisProcess(executable(), freePort());
		redis.awaitAnswer();
		return redis;
	}

	/**
	 * Returns where it listens.
	 * @return the port
	 */
	public int port() {
		return this.port;
	}

	/**
	 * Ends it at once (SIGKILL).
	 */
	public void kill() {
		this.process.destroyForcibly().onExit().join();
	}

	/**
	 * Starts it again, empty, on its port.
	 * @throws IOException if it cannot be started
	 * @throws InterruptedException if interrupted
	 */
	public void restart() throws IOException, InterruptedException {
		this.process = launch();
		awaitAnswer();
	}

	@Override
	public void close() {
		this.process.destroy();
	}

	private Process launch() throws IOException {
		return new ProcessBuilder(this.executable, "--port", Integer.toString(this.port), "--bind", "127.0.0.1",
				"--save", "", "--appendonly", "no")
			.redirectOutput(ProcessBuilder.Redirect.DISCARD)
			.redirectError(ProcessBuilder.Redirect.DISCARD)
			.start();
	}

	private void awaitAnswer() throws InterruptedException {
		long start = System.nanoTime();
		while (!answers()) {
			if (!this.process.isAlive() || System.nanoTime() - start > PATIENCE) {
				close();
				throw new IllegalStateException("The Redis of the benchmarks did not start");
			}
			Thread.sleep(20);
		}
	}

	private boolean answers() {
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), this.port)) {
			return socket.isConnected();
		}
		catch (IOException ex) {
			return false;
		}
	}

	private static String executable() throws IOException {
		Optional<Path> installed = Stream
			.of(Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator))
			.map((folder) -> Path.of(folder, "redis-server"))
			.filter(Files::isExecutable)
			.findFirst();
		if (installed.isPresent()) {
			return installed.get().toString();
		}
		File folder = Files.createTempDirectory("stampede-benchmarks").toFile();
		folder.deleteOnExit();
		File embedded = ExecutableProvider.newJarResourceProvider(folder).get();
		embedded.deleteOnExit();
		return embedded.getPath();
	}

	private static int freePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0)) {
			return socket.getLocalPort();
		}
	}

}
