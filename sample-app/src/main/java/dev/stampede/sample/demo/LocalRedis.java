package dev.stampede.sample.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import redis.embedded.RedisServer;

/**
 * The Redis of this machine: the one that answers at the port, else an embedded one that
 * is started there, so that the next instance finds it. The embedded one ends with the
 * application that started it.
 */
final class LocalRedis implements DataRedisConnectionDetails, DisposableBean {

	private static final Log logger = LogFactory.getLog(LocalRedis.class);

	private static final int PATIENCE_MILLIS = 1000;

	private final int port;

	private final @Nullable RedisServer embedded;

	private final Lock switching = new ReentrantLock();

	private LocalRedis(int port, @Nullable RedisServer embedded) {
		this.port = port;
		this.embedded = embedded;
	}

	// Joins the Redis at a port of this machine, or starts one there.
	static LocalRedis joinOrStart(int port) {
		if (answers(port)) {
			logger.info("Joined the Redis at port " + port);
			return new LocalRedis(port, null);
		}
		try {
			RedisServer server = RedisServer.newRedisServer().port(port).setting("save \"\"").build();
			server.start();
			logger.info(
					"Started an embedded Redis at port " + port + ", since none is configured and none answers there");
			return new LocalRedis(port, server);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("No Redis could be started at port " + port
					+ ": set spring.data.redis.host to use a running one, or spring.data.redis.port to a free port",
					ex);
		}
	}

	// Returns whether this application has started its Redis itself.
	boolean isEmbedded() {
		return this.embedded != null;
	}

	// Returns whether the embedded Redis is running, which may have died by itself.
	boolean isRunning() {
		return this.embedded != null && this.embedded.isActive() && answers(this.port);
	}

	// Starts or stops the embedded Redis, if it is this application's.
	void run(boolean running) throws IOException {
		this.switching.lock();
		try {
			if (this.embedded == null || isRunning() == running) {
				return;
			}
			this.embedded.stop();
			if (running) {
				this.embedded.start();
			}
		}
		finally {
			this.switching.unlock();
		}
	}

	@Override
	public Standalone getStandalone() {
		return Standalone.of("localhost", this.port);
	}

	@Override
	public void destroy() throws IOException {
		run(false);
	}

	private static boolean answers(int port) {
		try (Socket socket = new Socket()) {
			socket.setSoTimeout(PATIENCE_MILLIS);
			socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
			socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
			byte[] reply = socket.getInputStream().readNBytes(5);
			return "+PONG".equals(new String(reply, StandardCharsets.US_ASCII));
		}
		catch (IOException ex) {
			return false;
		}
	}

}
