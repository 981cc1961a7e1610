package dev.stampede.sample.demo;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.springframework.jdbc.core.simple.JdbcClient;

import dev.stampede.sample.CardSet;
import dev.stampede.sample.CardSets;
import dev.stampede.sample.Trouble;

/**
 * The source of a race: the same query, slowed as asked, whose reads are noted.
 */
final class RaceSource {

	private static final String SET = "EMS0";

	private final CardSets sets;

	private final Queue<Read> reads = new ConcurrentLinkedQueue<>();

	RaceSource(JdbcClient jdbc, long latencyMillis) {
		this.sets = new CardSets(jdbc);
		this.sets.trouble(new Trouble(latencyMillis, false));
	}

	CardSet read(int caller) {
		long start = System.nanoTime();
		try {
			return this.sets.read(SET).orElseThrow();
		}
		finally {
			this.reads.add(new Read(caller, start, System.nanoTime()));
		}
	}

	List<Read> reads() {
		return List.copyOf(this.reads);
	}

	/**
	 * One read, in times of {@link System#nanoTime}.
	 *
	 * @param caller the caller that read
	 * @param start when it began
	 * @param end when it ended
	 */
	record Read(int caller, long start, long end) {

	}

}
