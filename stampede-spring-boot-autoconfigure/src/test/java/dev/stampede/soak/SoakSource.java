package dev.stampede.soak;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;

import dev.stampede.testing.fleet.SourceServer;

/**
 * The source that all members share. It hands out values with ever higher versions, is
 * slow or fails by chance, and tells the history of every read.
 */
final class SoakSource implements AutoCloseable {

	private static final double FAILS = 0.02;

	private static final double SLOW = 0.01;

	private static final int LONGEST_USUAL_READ = 20;

	private final SourceServer server;

	private final History history;

	private final FaultLog faults;

	private final Random random;

	private final Set<SourceRead> running = ConcurrentHashMap.newKeySet();

	private final ConcurrentMap<String, Granted> grants = new ConcurrentHashMap<>();

	SoakSource(History history, FaultLog faults, Random random) throws IOException {
		this.history = history;
		this.faults = faults;
		this.random = random;
		this.server = SourceServer.start(this::answer);
	}

	int port() {
		return this.server.port();
	}

	/**
	 * Returns the names of the entries that are being read.
	 */
	List<String> running() {
		return this.running.stream().map(SourceRead::entry).distinct().sorted().toList();
	}

	/**
	 * Ends the reads of a member that is no more.
	 */
	void abandon(String member) {
		this.running.stream().filter((read) -> read.member().equals(member)).forEach((read) -> read.end(false));
	}

	@Override
	public void close() throws IOException {
		this.server.close();
	}

	private String answer(String question) throws InterruptedException {
		String[] words = question.split(" ", -1);
		return read(words[0], SoakCache.valueOf(words[1]), Integer.parseInt(words[2]), Long.parseLong(words[3]));
	}

	private String read(String member, SoakCache cache, int key, long granted) throws InterruptedException {
		boolean fails = this.random.nextDouble() < FAILS;
		boolean slow = this.random.nextDouble() < SLOW;
		long millis = slow ? cache.slowRead(this.random.nextDouble()) : 1 + this.random.nextInt(LONGEST_USUAL_READ);
		this.grants.computeIfAbsent(member, (unused) -> new Granted()).read(member, granted);
		SourceRead read = this.history.reads(member, cache, key);
		this.running.add(read);
		TimeUnit.MILLISECONDS.sleep(millis);
		this.running.remove(read);
		if (read.isRunning()) {
			read.end(fails);
		}
		if (slow) {
			this.faults.count(SoakFault.READ_SLOW);
		}
		if (fails) {
			this.faults.count(SoakFault.SOURCE_FAILED);
			return SourceServer.FAILURE;
		}
		return cache.entry(key) + ":" + read.version();
	}

	/**
	 * The reads of one member against what entitles it to them. Grants are counted before
	 * the read is sent, so the highest number heard is never below the number of reads.
	 */
	private final class Granted {

		private long reads;

		private long granted;

		synchronized void read(String member, long heard) {
			this.reads++;
			this.granted = Math.max(this.granted, heard);
			if (this.reads > this.granted) {
				SoakSource.this.history.violation(member + " has read the source " + this.reads
						+ " times, with no more than " + this.granted + " locks won or look-ups failed");
			}
		}

	}

}
