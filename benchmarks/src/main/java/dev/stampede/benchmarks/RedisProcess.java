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
final class RedisProcess implements AutoCloseable {

	private static final long PATIENCE = Duration.ofSeconds(10).toNanos();

	private final Process process;

	private final int port;

	private RedisProcess(Process process, int port) {
		this.process = process;
		this.port = port;
	}

	static RedisProcess start() throws IOException, InterruptedException {
		int port = freePort();
		Process process = new ProcessBuilder(executable(), "--port", Integer.toString(port), "--bind", "127.0.0.1",
				"--save", "", "--appendonly", "no")
			.redirectOutput(ProcessBuilder.Redirect.DISCARD)
			.redirectError(ProcessBuilder.Redirect.DISCARD)
			.start();
		RedisProcess redis = new RedisProcess(process, port);
		long start = System.nanoTime();
		while (!redis.answers()) {
			if (!process.isAlive() || System.nanoTime() - start > PATIENCE) {
				redis.close();
				throw new IllegalStateException("The Redis of the benchmarks did not start");
			}
			Thread.sleep(20);
		}
		return redis;
	}

	int port() {
		return this.port;
	}

	@Override
	public void close() {
		this.process.destroy();
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
