package dev.stampede.testing.fleet;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * Source that the members of a fleet share: a server in the harness's own JVM, which no
 * fault touches.
 */
public final class SourceServer implements AutoCloseable {

	/** Answer of a read that fails. */
	public static final String FAILURE = "(failure)";

	private static final int BACKLOG = 1024;

	private final ServerSocket socket = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());

	private final Answers answers;

	private SourceServer(Answers answers) throws IOException {
		this.answers = answers;
	}

	/**
	 * Starts a source at a port of its own.
	 * @param answers its answers
	 * @return the source
	 * @throws IOException if it cannot be started
	 */
	public static SourceServer start(Answers answers) throws IOException {
		SourceServer server = new SourceServer(answers);
		start(server::accept);
		return server;
	}

	/**
	 * Returns where it listens.
	 * @return the port
	 */
	public int port() {
		return this.socket.getLocalPort();
	}

	@Override
	public void close() throws IOException {
		this.socket.close();
	}

	private void accept() {
		try {
			while (true) {
				Socket connection = this.socket.accept();
				start(() -> serve(connection));
			}
		}
		catch (IOException ex) {
			// closed
		}
	}

	private void serve(Socket connection) {
		try (connection;
				BufferedReader questions = new BufferedReader(
						new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
			connection.setTcpNoDelay(true);
			for (String question = questions.readLine(); question != null; question = questions.readLine()) {
				String answer = this.answers.answer(question) + "\n";
				connection.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
			}
		}
		catch (IOException ex) {
			// the member was killed
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private static void start(Runnable task) {
		Thread thread = new Thread(task, "source");
		thread.setDaemon(true);
		thread.start();
	}

	/**
	 * Answers of a source.
	 */
	@FunctionalInterface
	public interface Answers {

		/**
		 * Answers a question, which takes as long as a read.
		 * @param question the question, in one line
		 * @return the answer, in one line
		 * @throws InterruptedException if interrupted meanwhile
		 */
		String answer(String question) throws InterruptedException;

	}

}
