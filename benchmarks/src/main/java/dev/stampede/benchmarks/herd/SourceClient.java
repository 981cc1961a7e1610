package dev.stampede.benchmarks.herd;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * The source as a member sees it: a service that it calls over the network.
 */
final class SourceClient {

	private final int port;

	private final Deque<Connection> idle = new ConcurrentLinkedDeque<>();

	private final ThreadLocal<Boolean> read = ThreadLocal.withInitial(() -> false);

	SourceClient(int port) {
		this.port = port;
	}

	String read(String key) {
		this.read.set(true);
		try {
			Connection pooled = this.idle.poll();
			Connection connection = (pooled != null) ? pooled : Connection.open(this.port);
			String answer = connection.ask(key);
			this.idle.push(connection);
			if (answer.equals(Source.FAILURE)) {
				throw new SourceFailure();
			}
			return answer;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	// Returns whether this thread has read the source since it was last asked.
	boolean hasRead() {
		boolean result = this.read.get();
		this.read.remove();
		return result;
	}

	/**
	 * A connection, used by one reader at a time.
	 */
	private record Connection(Socket socket, BufferedReader answers) {

		static Connection open(int port) throws IOException {
			Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
			socket.setTcpNoDelay(true);
			return new Connection(socket,
					new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)));
		}

		String ask(String key) throws IOException {
			this.socket.getOutputStream().write((key + "\n").getBytes(StandardCharsets.UTF_8));
			String answer = this.answers.readLine();
			if (answer == null) {
				throw new IOException("The source is gone");
			}
			return answer;
		}

	}

	/**
	 * What a failed read throws.
	 */
	static final class SourceFailure extends RuntimeException {

		private static final long serialVersionUID = 1L;

	}

}
