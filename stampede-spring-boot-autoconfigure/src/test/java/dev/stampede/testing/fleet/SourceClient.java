package dev.stampede.testing.fleet;

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
 * A {@link SourceServer} as a member sees it: a service that it calls over the network.
 */
public final class SourceClient {

	private final int port;

	private final Deque<Connection> idle = new ConcurrentLinkedDeque<>();

	private final ThreadLocal<Boolean> asked = ThreadLocal.withInitial(() -> false);

	/**
	 * Creates a client.
	 * @param port where the source listens
	 */
	public SourceClient(int port) {
		this.port = port;
	}

	/**
	 * Reads the source.
	 * @param question the question, in one line
	 * @return the answer
	 * @throws SourceFailure if the read fails
	 */
	public String read(String question) {
		this.asked.set(true);
		try {
			Connection pooled = this.idle.poll();
			Connection connection = (pooled != null) ? pooled : Connection.open(this.port);
			String answer = connection.ask(question);
			this.idle.push(connection);
			if (answer.equals(SourceServer.FAILURE)) {
				throw new SourceFailure();
			}
			return answer;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Returns whether this thread has read the source since it was last asked.
	 * @return whether it has
	 */
	public boolean hasRead() {
		boolean result = this.asked.get();
		this.asked.remove();
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

		String ask(String question) throws IOException {
			this.socket.getOutputStream().write((question + "\n").getBytes(StandardCharsets.UTF_8));
			String answer = this.answers.readLine();
			if (answer == null) {
				throw new IOException("The source is gone");
			}
			return answer;
		}

	}

	/**
	 * Exception of a failed read.
	 */
	public static final class SourceFailure extends RuntimeException {

		private static final long serialVersionUID = 1L;

	}

}
