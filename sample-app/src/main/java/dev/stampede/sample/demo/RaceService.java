package dev.stampede.sample.demo;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

import dev.stampede.OnLose;
import dev.stampede.sample.Herd;
import dev.stampede.sample.demo.RaceReport.Answer;
import dev.stampede.sample.demo.RaceReport.Read;
import dev.stampede.sample.demo.RaceReport.Run;

/**
 * Races on demand: callers on several nodes for one key, then the same callers for the
 * source.
 */
@Service
class RaceService {

	private final JdbcClient jdbc;

	private final RaceNodes nodes;

	private final Lock oneAtATime = new ReentrantLock();

	RaceService(JdbcClient jdbc, RaceNodes nodes) {
		this.jdbc = jdbc;
		this.nodes = nodes;
	}

	RaceReport run(RaceSetup setup) throws InterruptedException {
		this.oneAtATime.lockInterruptibly();
		try {
			return new RaceReport(setup, guarded(setup), unprotected(setup));
		}
		finally {
			this.oneAtATime.unlock();
		}
	}

	private Run guarded(RaceSetup setup) throws InterruptedException {
		OnLose onLose = setup.onLose();
		String key = UUID.randomUUID().toString();
		RaceSource quick = new RaceSource(this.jdbc, 0);
		List<RaceNode> racing = this.nodes.open(setup.nodes(), quick);
		if (setup.start() == RaceSetup.Start.STALE) {
			racing.get(0).leaveStale(onLose, key, () -> quick.read(0));
			this.nodes.outcomes().take();
		}
		RaceOutcomes outcomes = this.nodes.outcomes();
		RaceSource source = new RaceSource(this.jdbc, setup.latencyMillis());
		Map<Integer, String> answers = new ConcurrentHashMap<>();
		this.nodes.takeCommands();
		Herd herd = Herd.release(setup.callers(), (caller) -> {
			int node = setup.node(caller);
			try {
				racing.get(node - 1).call(onLose, key, () -> source.read(caller));
			}
			finally {
				answers.put(caller, outcomes.take());
			}
		});
		Map<String, Long> commands = this.nodes.takeCommands();
		Run run = run(setup, herd, source, answers, outcomes.takeStalest(), commands);
		racing.get(0).evict(onLose, key);
		return run;
	}

	private Run unprotected(RaceSetup setup) throws InterruptedException {
		RaceSource source = new RaceSource(this.jdbc, setup.latencyMillis());
		Herd herd = Herd.release(setup.callers(), source::read);
		Map<Integer, String> answers = new HashMap<>();
		herd.answers().forEach((answer) -> answers.put(answer.caller(), answer.served() ? "READ" : "FAILED"));
		return run(setup, herd, source, answers, 0, Map.of());
	}

	private static Run run(RaceSetup setup, Herd herd, RaceSource source, Map<Integer, String> outcomes,
			long stalestNanos, Map<String, Long> commands) {
		long zero = herd.answers().stream().mapToLong(Herd.Answer::start).min().orElseThrow();
		List<Read> reads = source.reads()
			.stream()
			.map((read) -> new Read(read.caller(), Herd.inMillis(read.start() - zero),
					Herd.inMillis(read.end() - zero)))
			.toList();
		Stream<Answer> answers = herd.answers()
			.stream()
			.map((answer) -> new Answer(answer.caller(), setup.node(answer.caller()),
					Herd.inMillis(answer.start() - zero), Herd.inMillis(answer.start() + answer.nanos() - zero),
					outcomes.getOrDefault(answer.caller(), "UNKNOWN")));
		Map<String, Integer> counts = new TreeMap<>();
		outcomes.values().forEach((outcome) -> counts.merge(outcome, 1, Integer::sum));
		return new Run(reads, answers.toList(), Collections.unmodifiableMap(counts), Herd.inMillis(stalestNanos),
				herd.millis(0.5), herd.millis(0.99), herd.millis(1), commands);
	}

}
