package dev.stampede.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import dev.stampede.testing.fleet.SourceServer;

/**
 * The source that all members of the fleet read. It counts the reads of each key, and the
 * number of a read is part of its value; reads of a key can be held until its gate opens.
 */
final class SharedSource implements AutoCloseable {

	private static final long GATE_SECONDS = 9;

	private final ConcurrentMap<String, AtomicInteger> reads = new ConcurrentHashMap<>();

	private final ConcurrentMap<String, AtomicInteger> callers = new ConcurrentHashMap<>();

	private final ConcurrentMap<String, CountDownLatch> gates = new ConcurrentHashMap<>();

	private final SourceServer server;

	private SharedSource() throws IOException {
		this.server = SourceServer.start(this::answer);
	}

	static SharedSource start() {
		try {
			return new SharedSource();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Returns what an application needs to find this source.
	 */
	String property() {
		return FleetSource.PORT + "=" + this.server.port();
	}

	/**
	 * Returns how often a key was read.
	 */
	int reads(String key) {
		return count(this.reads, key).get();
	}

	/**
	 * Lets the reads of a key go on.
	 */
	void open(String key) {
		gate(key).countDown();
	}

	@Override
	public void close() {
		try {
			this.server.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private String answer(String question) throws InterruptedException {
		String[] words = question.split(" ", -1);
		return switch (words[0]) {
			case FleetSource.READ -> read(words[1], Long.parseLong(words[2]), Boolean.parseBoolean(words[3]));
			case FleetSource.COUNT -> count(words[1], Integer.parseInt(words[2]), Integer.parseInt(words[3]));
			default -> throw new IllegalArgumentException(question);
		};
	}

	private String read(String key, long millis, boolean gated) throws InterruptedException {
		int number = count(this.reads, key).incrementAndGet();
		TimeUnit.MILLISECONDS.sleep(millis);
		boolean held = gated && !gate(key).await(GATE_SECONDS, TimeUnit.SECONDS);
		return held ? SourceServer.FAILURE : "value-" + number;
	}

	private String count(String key, int come, int opening) {
		if (count(this.callers, key).addAndGet(come) == opening) {
			open(key);
		}
		return "counted";
	}

	private CountDownLatch gate(String key) {
		return this.gates.computeIfAbsent(key, (unused) -> new CountDownLatch(1));
	}

	private static AtomicInteger count(ConcurrentMap<String, AtomicInteger> counts, String key) {
		return counts.computeIfAbsent(key, (unused) -> new AtomicInteger());
	}

}
