package dev.stampede.benchmarks.herd;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntToLongFunction;

import dev.stampede.testing.fleet.SourceServer;

/**
 * The source that the members of a fleet share. It counts its reads itself. A value has a
 * kilobyte and begins with the version of the data when its read began, and the number of
 * the read.
 */
final class Source implements AutoCloseable {

	private static final int SIZE = 1024;

	private final SourceServer server = SourceServer.start((key) -> read());

	private final List<Long> starts = new ArrayList<>();

	private IntToLongFunction pace = (number) -> 0;

	private int version = 1;

	private int running;

	private int mostAtOnce;

	private boolean failing;

	private long failingUntil;

	Source() throws IOException {
	}

	int port() {
		return this.server.port();
	}

	/**
	 * Forgets all reads, and answers from now on.
	 * @param next how many milliseconds the next reads take, by their numbers from 1
	 */
	synchronized void reset(IntToLongFunction next) {
		this.starts.clear();
		this.mostAtOnce = 0;
		this.pace = next;
		this.failing = false;
	}

	/**
	 * Fails from now on.
	 * @param millis for how long
	 */
	synchronized void fail(long millis) {
		this.failing = true;
		this.failingUntil = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
	}

	/**
	 * Changes the data, so that values read before are old.
	 * @return the new version
	 */
	synchronized int change() {
		return ++this.version;
	}

	synchronized int reads() {
		return this.starts.size();
	}

	// Returns when each began.
	synchronized List<Long> starts() {
		return List.copyOf(this.starts);
	}

	// Returns the most reads that ran at the same time.
	synchronized int mostAtOnce() {
		return this.mostAtOnce;
	}

	/**
	 * Returns how many times the source was read anew after a pause.
	 * @param millis the least time between the first reads of two such times
	 * @return the number of bursts
	 */
	synchronized int bursts(long millis) {
		int bursts = 0;
		long begun = 0;
		for (long start : this.starts) {
			if (bursts == 0 || start - begun > TimeUnit.MILLISECONDS.toNanos(millis)) {
				bursts++;
				begun = start;
			}
		}
		return bursts;
	}

	@Override
	public void close() throws IOException {
		this.server.close();
	}

	private String read() throws InterruptedException {
		long millis;
		String head;
		synchronized (this) {
			this.starts.add(System.nanoTime());
			this.running++;
			this.mostAtOnce = Math.max(this.mostAtOnce, this.running);
			millis = this.pace.applyAsLong(this.starts.size());
			head = this.version + "." + this.starts.size() + ".";
		}
		TimeUnit.MILLISECONDS.sleep(millis);
		synchronized (this) {
			this.running--;
			boolean fails = this.failing && System.nanoTime() - this.failingUntil < 0;
			return fails ? SourceServer.FAILURE : head + "x".repeat(SIZE - head.length());
		}
	}

}
