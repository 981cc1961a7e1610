package dev.stampede.testing;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

/**
 * A connection to Redis that needs no driver and no {@code redis-cli}: one command, one
 * reply. Not for use by several threads at once.
 */
public final class RespClient implements AutoCloseable {

	private static final Duration LIMIT = Duration.ofSeconds(10);

	private final Socket socket;

	private final DataInputStream in;

	private RespClient(Socket socket) throws IOException {
		this.socket = socket;
		this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
	}

	/**
	 * Connects; a command waits at most ten seconds for its reply.
	 * @param host the host
	 * @param port the port
	 * @return the connection
	 */
	public static RespClient connect(String host, int port) {
		try {
			return open(host, port, LIMIT);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Sends one command and waits for its reply.
	 * @param command the command and its arguments
	 * @return a {@code String} (status or bulk), a {@code Long}, a {@code List} of these,
	 * or {@code null}
	 * @throws IllegalStateException if Redis answers with an error
	 */
	public @Nullable Object call(String... command) {
		try {
			send(command);
			return readReply();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Returns the keys that match a pattern, by {@code SCAN}, sorted.
	 * @param pattern the pattern
	 * @return the keys
	 */
	public List<String> keys(String pattern) {
		List<String> keys = new ArrayList<>();
		String cursor = "0";
		do {
			List<?> reply = (List<?>) notNull(call("SCAN", cursor, "MATCH", pattern, "COUNT", "1000"));
			cursor = String.valueOf(reply.get(0));
			((List<?>) reply.get(1)).forEach((key) -> keys.add(String.valueOf(key)));
		}
		while (!"0".equals(cursor));
		return keys.stream().sorted().distinct().toList();
	}

	@Override
	public void close() {
		try {
			this.socket.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Returns whether a server takes commands there, even if it asks for a password.
	 */
	static boolean answers(String host, int port) {
		try (RespClient client = open(host, port, Duration.ofSeconds(1))) {
			client.send("PING");
			String line = client.readLine();
			return line.equals("+PONG") || line.startsWith("-NOAUTH");
		}
		catch (IOException ex) {
			return false;
		}
	}

	/**
	 * Lets reads wait for as long as it takes.
	 */
	void waitWithoutLimit() throws IOException {
		this.socket.setSoTimeout(0);
	}

	String readLine() throws IOException {
		StringBuilder line = new StringBuilder();
		for (int next = this.in.read(); next != '\r'; next = this.in.read()) {
			if (next < 0) {
				throw new EOFException("Redis closed the connection");
			}
			line.append((char) next);
		}
		this.in.skipNBytes(1);
		return line.toString();
	}

	private static RespClient open(String host, int port, Duration limit) throws IOException {
		Socket socket = new Socket();
		try {
			socket.setTcpNoDelay(true);
			socket.setSoTimeout((int) limit.toMillis());
			socket.connect(new InetSocketAddress(host, port), (int) limit.toMillis());
			return new RespClient(socket);
		}
		catch (IOException ex) {
			socket.close();
			throw ex;
		}
	}

	private void send(String... command) throws IOException {
		StringBuilder request = new StringBuilder("*" + command.length + "\r\n");
		for (String argument : command) {
			int length = argument.getBytes(StandardCharsets.UTF_8).length;
			request.append('$').append(length).append("\r\n").append(argument).append("\r\n");
		}
		this.socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.UTF_8));
	}

	private @Nullable Object readReply() throws IOException {
		String line = readLine();
		String rest = line.substring(1);
		return switch (line.charAt(0)) {
			case '+' -> rest;
			case ':' -> Long.valueOf(rest);
			case '$' -> readBulk(Integer.parseInt(rest));
			case '*' -> readArray(Integer.parseInt(rest));
			default -> throw new IllegalStateException("Redis answered: " + line);
		};
	}

	private @Nullable String readBulk(int length) throws IOException {
		if (length < 0) {
			return null;
		}
		byte[] content = this.in.readNBytes(length);
		this.in.skipNBytes(2);
		return new String(content, StandardCharsets.UTF_8);
	}

	private @Nullable List<@Nullable Object> readArray(int length) throws IOException {
		if (length < 0) {
			return null;
		}
		List<@Nullable Object> elements = new ArrayList<>();
		for (int i = 0; i < length; i++) {
			elements.add(readReply());
		}
		return elements;
	}

	private static Object notNull(@Nullable Object reply) {
		Assert.state(reply != null, "Redis answered with nothing");
		return reply;
	}

}
