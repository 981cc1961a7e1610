package dev.stampede.soak;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import dev.stampede.soak.MemberLoad.CallRecord;
import dev.stampede.testing.RedisServer;
import dev.stampede.testing.fleet.MemberJvm;

/**
 * A {@link SoakMember} as the test sees it: a process that takes orders, and reports to
 * the history.
 */
final class SoakProcess implements AutoCloseable {

	static final String GONE = "(gone)";

	private final MemberJvm jvm;

	private final History history;

	private final FaultLog faults;

	private final Map<String, CompletableFuture<String>> answers = new ConcurrentHashMap<>();

	private final AtomicInteger ids = new AtomicInteger();

	private final CompletableFuture<String> started = new CompletableFuture<>();

	private final List<Measure> measures = new ArrayList<>();

	private volatile Map<String, Long> events = Map.of();

	private volatile boolean ended;

	private final long since = System.nanoTime();

	private final Thread reader;

	private SoakProcess(MemberJvm jvm, History history, FaultLog faults) {
		this.jvm = jvm;
		this.history = history;
		this.faults = faults;
		this.reader = new Thread(this::hear, jvm.name() + "-reports");
		this.reader.setDaemon(true);
	}

	/**
	 * Launches a JVM like this one, which calls as soon as it has started.
	 */
	static SoakProcess launch(String name, RedisServer redis, SoakSource source, History history, FaultLog faults)
			throws IOException {
		List<String> arguments = List.of(name, String.valueOf(source.port()),
				"--spring.data.redis.host=" + redis.host(), "--spring.data.redis.port=" + redis.port());
		SoakProcess member = new SoakProcess(MemberJvm.launch(name, SoakMember.class, arguments), history, faults);
		member.reader.start();
		return member;
	}

	String name() {
		return this.jvm.name();
	}

	boolean isUp() {
		return this.started.isDone() && !this.ended;
	}

	Map<String, Long> events() {
		return this.events;
	}

	List<Measure> measures() {
		synchronized (this.measures) {
			return List.copyOf(this.measures);
		}
	}

	void awaitStart() {
		if (await(this.started).equals(GONE)) {
			throw new AssertionError(name() + " did not start: " + log());
		}
	}

	/**
	 * Gives an order.
	 * @return its answer to come; {@link #GONE} if the member is
	 */
	CompletableFuture<String> order(String... words) {
		String id = String.valueOf(this.ids.incrementAndGet());
		CompletableFuture<String> answer = new CompletableFuture<>();
		this.answers.put(id, answer);
		this.jvm.send(id + " " + String.join(" ", words));
		if (this.ended) {
			answer.complete(GONE);
		}
		return answer;
	}

	/**
	 * Gives an order.
	 * @param then told its answer
	 */
	void order(Consumer<String> then, String... words) {
		CompletableFuture<Void> unused = order(words).thenAccept(then);
	}

	void measure() {
		order((answer) -> {
			String[] words = answer.split(" ", -1);
			if (words.length == 2) {
				synchronized (this.measures) {
					this.measures.add(new Measure(System.nanoTime() - this.since, Long.parseLong(words[0]),
							Integer.parseInt(words[1])));
				}
			}
		}, "MEASURE");
	}

	/**
	 * Ends the process at once (SIGKILL), and hears the rest of what it had to say.
	 */
	void kill() throws InterruptedException {
		this.ended = true;
		this.jvm.kill();
		this.reader.join();
	}

	/**
	 * Lets the process end by itself.
	 * @return whether it did
	 */
	boolean end() throws InterruptedException {
		this.ended = true;
		return this.jvm.end();
	}

	@Override
	public void close() {
		this.jvm.close();
	}

	String log() {
		return this.jvm.log();
	}

	static String await(CompletableFuture<String> answer) {
		return answer.orTimeout(60, TimeUnit.SECONDS).join();
	}

	private void hear() {
		try {
			for (String line = this.jvm.next(); line != null; line = this.jvm.next()) {
				if (line.endsWith(SoakMember.END)) {
					hear(line.substring(0, line.length() - SoakMember.END.length()));
				}
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		if (!this.ended) {
			this.ended = true;
			this.history.violation(name() + " ended by itself");
		}
		this.started.complete(GONE);
		this.answers.values().forEach((answer) -> answer.complete(GONE));
	}

	private void hear(String line) {
		int space = line.indexOf(' ');
		String rest = line.substring(space + 1);
		if (line.startsWith(SoakMember.CALL)) {
			this.history.called(name(), CallRecord.parse(rest));
		}
		else if (line.startsWith(SoakMember.EVENTS)) {
			this.events = MemberEvents.parse(rest);
		}
		else if (line.startsWith(SoakMember.STALL)) {
			String[] words = rest.split(" ", -1);
			this.faults.stalled(Long.parseLong(words[0]), Long.parseLong(words[1]));
		}
		else if (line.equals(SoakMember.STARTED)) {
			this.started.complete(line);
		}
		else if (line.startsWith(SoakMember.ANSWER)) {
			String[] words = rest.split(" ", 2);
			CompletableFuture<String> answer = this.answers.remove(words[0]);
			if (answer != null) {
				answer.complete(words[1]);
			}
		}
	}

	/**
	 * Heap after a collection, and threads.
	 *
	 * @param age nanoseconds since the member was launched
	 * @param heap bytes in use
	 * @param threads live threads
	 */
	record Measure(long age, long heap, int threads) {

	}

}
