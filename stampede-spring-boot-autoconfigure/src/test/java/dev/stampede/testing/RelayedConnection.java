package dev.stampede.testing;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * One connection through a {@link TcpRelay}. Each direction has a thread that takes in
 * and one that hands on, so that a delay holds nothing up.
 */
final class RelayedConnection {

	private static final byte[] END = {};

	private final TcpRelay relay;

	private final RelayPace pace;

	private final Socket client;

	private final Socket server;

	private final Consumer<RelayedConnection> closing;

	private final BlockingQueue<Parcel> requests = new LinkedBlockingQueue<>();

	private final BlockingQueue<Parcel> replies = new LinkedBlockingQueue<>();

	private final Queue<RelayRule> unanswered = new ConcurrentLinkedQueue<>();

	private volatile boolean silent;

	RelayedConnection(TcpRelay relay, RelayPace pace, Socket client, Socket server,
			Consumer<RelayedConnection> closing) {
		this.relay = relay;
		this.pace = pace;
		this.client = client;
		this.server = server;
		this.closing = closing;
	}

	void start(Executor threads) {
		threads.execute(() -> takeIn(this.client, this.requests));
		threads.execute(() -> takeIn(this.server, this.replies));
		threads.execute(() -> {
			handOn(this.requests, this::request);
			close();
		});
		threads.execute(() -> {
			handOn(this.replies, this::reply);
			if (!this.silent) {
				close();
			}
		});
	}

	void silence() {
		this.silent = true;
		TcpRelay.closed(this.server);
	}

	void close() {
		this.closing.accept(this);
		TcpRelay.closed(this.client);
		TcpRelay.closed(this.server);
		this.requests.add(new Parcel(END, System.nanoTime()));
		this.replies.add(new Parcel(END, System.nanoTime()));
	}

	private static void takeIn(Socket from, BlockingQueue<Parcel> queue) {
		try {
			InputStream in = new BufferedInputStream(from.getInputStream());
			while (true) {
				byte[] frame = RespFrames.read(in);
				queue.add(new Parcel(frame, System.nanoTime()));
			}
		}
		catch (IOException ex) {
			queue.add(new Parcel(END, System.nanoTime()));
		}
	}

	private static void handOn(BlockingQueue<Parcel> queue, Handler handler) {
		try {
			for (Parcel next = queue.take(); next.frame.length > 0; next = queue.take()) {
				handler.handle(next);
			}
		}
		catch (IOException ex) {
			// closed on either side
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void request(Parcel parcel) throws IOException, InterruptedException {
		this.pace.awaitRequest(parcel.arrived);
		if (this.silent) {
			return;
		}
		RelayRule rule = this.relay.claim(new String(parcel.frame, StandardCharsets.ISO_8859_1));
		if (rule.admits(this) && !this.silent) {
			this.unanswered.add(rule);
			this.server.getOutputStream().write(parcel.frame);
		}
	}

	private void reply(Parcel parcel) throws IOException, InterruptedException {
		this.pace.awaitReply(parcel.arrived);
		boolean pushed = parcel.frame[0] == '>';
		RelayRule rule = pushed ? null : this.unanswered.poll();
		if ((rule == null || rule.admitsReply(this)) && !this.silent) {
			this.client.getOutputStream().write(parcel.frame);
		}
	}

	/**
	 * A whole request or reply, or the end.
	 *
	 * @param frame its bytes
	 * @param arrived the ticker's value when it came
	 */
	@SuppressWarnings("ArrayRecordComponent") // never compared
	private record Parcel(byte[] frame, long arrived) {

	}

	/**
	 * Hands on what has come.
	 */
	@FunctionalInterface
	private interface Handler {

		void handle(Parcel parcel) throws IOException, InterruptedException;

	}

}
