package dev.stampede.testing;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Cuts a stream into whole requests or replies, of either version of the protocol,
 * without a change of a byte.
 */
final class RespFrames {

	private final InputStream in;

	private final ByteArrayOutputStream frame = new ByteArrayOutputStream();

	private RespFrames(InputStream in) {
		this.in = in;
	}

	/**
	 * Reads one request or reply.
	 * @param in the stream
	 * @return its bytes
	 * @throws IOException also at the end of the stream
	 */
	static byte[] read(InputStream in) throws IOException {
		RespFrames frames = new RespFrames(in);
		frames.readValue();
		return frames.frame.toByteArray();
	}

	private void readValue() throws IOException {
		String line = readLine();
		switch (line.charAt(0)) {
			case '$', '=', '!' -> readBulk(length(line));
			case '*', '~', '>' -> readValues(length(line));
			case '%' -> readValues(2 * length(line));
			case '|' -> readValues(2 * length(line) + 1);
			default -> {
			}
		}
	}

	private void readValues(int count) throws IOException {
		for (int i = 0; i < count; i++) {
			readValue();
		}
	}

	private void readBulk(int length) throws IOException {
		if (length < 0) {
			return;
		}
		byte[] content = this.in.readNBytes(length + 2);
		if (content.length < length + 2) {
			throw new EOFException();
		}
		this.frame.writeBytes(content);
	}

	private String readLine() throws IOException {
		int start = this.frame.size();
		int last = 0;
		for (int next = this.in.read(); last != '\r' || next != '\n'; next = this.in.read()) {
			if (next < 0) {
				throw new EOFException();
			}
			this.frame.write(next);
			last = next;
		}
		this.frame.write('\n');
		return this.frame.toString(StandardCharsets.ISO_8859_1).substring(start);
	}

	private static int length(String line) {
		return Integer.parseInt(line.substring(1).strip());
	}

}
