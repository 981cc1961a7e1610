package dev.stampede.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Stands between clients and a Redis, and does to their connections what networks do:
 * cuts, delays, stalls and silences them, or loses a chosen request or reply. Whole
 * requests and replies pass, so that a fault hits exactly the one that is meant.
 */
public final class TcpRelay implements AutoCloseable {

	private static final Duration LIMIT = Duration.ofSeconds(10);

	private final InetSocketAddress target;

	private final ServerSocket listener;

	private final ExecutorService threads = Executors.newCachedThreadPool((task) -> {
		Thread thread = new Thread(task, "tcp-relay");
		thread.setDaemon(true);
		return thread;
	});

	private final List<RelayedConnection> connections = new CopyOnWriteArrayList<>();

	private final List<RelayRule> rules = new CopyOnWriteArrayList<>();

	private final RelayPace pace = new RelayPace();

	private volatile boolean deaf;

	private TcpRelay(InetSocketAddress target) throws IOException {
		this.target = target;
		this.listener = new ServerSocket(0, 1000, InetAddress.getLoopbackAddress());
	}

	/**
	 * Opens a relay.
	 * @param host the host of Redis
	 * @param port the port of Redis
	 * @return the relay, taking connections
	 */
	public static TcpRelay to(String host, int port) {
		try {
			TcpRelay relay = new TcpRelay(new InetSocketAddress(host, port));
			relay.threads.execute(relay::accept);
			return relay;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Returns the address that clients connect to.
	 * @return the host
	 */
	public String host() {
		return "127.0.0.1";
	}

	/**
	 * Returns the port that clients connect to.
	 * @return the port
	 */
	public int port() {
		return this.listener.getLocalPort();
	}

	/**
	 * Returns how many connections are open, silenced ones included.
	 * @return the number of connections
	 */
	public int connections() {
		return this.connections.size();
	}

	/**
	 * Begins a rule for requests. Of several rules the one that was made first is asked
	 * first.
	 * @param requests which requests, as text with a character for each byte
	 * @return the rule, for the first of these requests until it says otherwise
	 */
	public RelayRule on(Predicate<String> requests) {
		RelayRule rule = new RelayRule(requests);
		this.rules.add(rule);
		return rule;
	}

	/**
	 * Closes every connection on both sides; new ones are taken.
	 */
	public void cut() {
		this.connections.forEach(RelayedConnection::close);
	}

	/**
	 * Lets every connection stand as it is without a byte or an end ever passing again,
	 * as when the other side is gone and nobody says so; new ones are taken.
	 */
	public void silence() {
		this.connections.forEach(RelayedConnection::silence);
	}

	/**
	 * Sets whether new connections are taken but never answered.
	 * @param deaf whether they are not answered
	 */
	public void deaf(boolean deaf) {
		this.deaf = deaf;
	}

	/**
	 * Holds everything back.
	 */
	public void stall() {
		this.pace.stall();
	}

	/**
	 * Lets pass what was held back, and what comes.
	 */
	public void resume() {
		this.pace.resume();
	}

	/**
	 * Sets how much later everything passes.
	 * @param requests the delay of requests
	 * @param replies the delay of replies
	 */
	public void delay(Duration requests, Duration replies) {
		this.pace.delay(requests, replies);
	}

	@Override
	public void close() {
		closed(this.listener);
		cut();
		this.threads.shutdownNow();
		try {
			assertThat(this.threads.awaitTermination(LIMIT.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	static void closed(AutoCloseable socket) {
		try {
			socket.close();
		}
		catch (Exception ex) {
			// it is closed either way
		}
	}

	RelayRule claim(String request) {
		for (RelayRule rule : this.rules) {
			if (rule.claims(request)) {
				return rule;
			}
		}
		return new RelayRule((other) -> false);
	}

	private void accept() {
		try {
			while (!this.listener.isClosed()) {
				connect(this.listener.accept());
			}
		}
		catch (IOException ex) {
			// the relay was closed
		}
	}

	private void connect(Socket client) throws IOException {
		Socket server = new Socket();
		RelayedConnection connection = new RelayedConnection(this, this.pace, client, server, this.connections::remove);
		this.connections.add(connection);
		try {
			client.setTcpNoDelay(true);
			server.setTcpNoDelay(true);
			if (this.deaf) {
				connection.silence();
			}
			else {
				server.connect(this.target, (int) LIMIT.toMillis());
			}
			connection.start(this.threads);
		}
		catch (IOException ex) {
			connection.close();
		}
	}

}
