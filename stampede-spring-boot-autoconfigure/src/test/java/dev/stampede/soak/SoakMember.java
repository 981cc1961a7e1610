package dev.stampede.soak;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.context.ConfigurableApplicationContext;

import dev.stampede.StampedeException;
import dev.stampede.StampedeOperations;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.testing.fleet.SourceClient;

/**
 * A member in a JVM of its own: calls all the time, tells of every call, and follows
 * orders. Every line of input is an order, every line of output one report; ends with the
 * input.
 */
public final class SoakMember {

	static final String STARTED = "STARTED";

	static final String CALL = "CALL";

	static final String EVENTS = "EVENTS";

	static final String STALL = "STALL";

	static final String ANSWER = "ANSWER";

	static final String DONE = "done";

	/** Ends every report, so that one which was cut off is known. */
	static final String END = " .";

	private static final int WARM_UP = 20;

	private static final long EVENTS_INTERVAL = 250;

	private final BlockingQueue<String> reports = new LinkedBlockingQueue<>();

	private final String name;

	private final ConfigurableApplicationContext context;

	private final StampedeOperations operations;

	private final MemberEvents events;

	private final MemberLoad load;

	private SoakMember(ConfigurableApplicationContext context, String name, int sourcePort) {
		this.context = context;
		this.name = name;
		this.operations = context.getBean(StampedeOperations.class);
		this.events = context.getBean(MemberEvents.class);
		MemberSource source = new MemberSource(name, context.getBean(Grants.class), new SourceClient(sourcePort));
		this.load = new MemberLoad(this.operations, source, (call) -> this.reports.add(CALL + " " + call));
	}

	/**
	 * Starts the member.
	 * @param args its name, the port of the source, and properties of the application
	 * @throws Exception if anything fails
	 */
	public static void main(String[] args) throws Exception {
		PrintStream output = System.out;
		System.setOut(System.err);
		try (ConfigurableApplicationContext context = SoakApplication.application().run(args);
				BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
			new SoakMember(context, args[0], Integer.parseInt(args[1])).run(output, orders);
		}
		System.exit(0);
	}

	private void run(PrintStream output, BufferedReader orders) throws IOException {
		ExecutorService workers = Executors.newCachedThreadPool();
		workers.execute(() -> report(output));
		StallMeter.start((from, to) -> this.reports.add(STALL + " " + from + " " + to));
		connect();
		this.events.clear();
		this.load.start();
		this.reports.add(STARTED);
		for (String order = orders.readLine(); order != null; order = orders.readLine()) {
			String[] words = order.split(" ", -1);
			workers.execute(() -> this.reports.add(ANSWER + " " + words[0] + " " + answer(words)));
		}
		workers.shutdownNow();
	}

	// what a JVM does at its start, without connection or classes, is not the question
	// here; each has a key of its own, on which nobody else keeps it from a hit
	private void connect() {
		for (int hits = 0; hits < WARM_UP;) {
			AtomicInteger reads = new AtomicInteger();
			try {
				this.operations.evict("start", this.name);
				this.operations.get("start", this.name, Integer.class, reads::incrementAndGet);
				this.operations
					.getAsync("start", this.name, Integer.class,
							() -> CompletableFuture.completedFuture(reads.incrementAndGet()))
					.join();
				hits = (reads.get() == 1) ? hits + 1 : 0;
			}
			catch (StampedeException ex) {
				hits = 0; // every try has the limit of a command
			}
		}
	}

	private String answer(String[] words) {
		try {
			return obey(words);
		}
		catch (StampedeException ex) {
			return ex.getClass().getSimpleName();
		}
		catch (Exception ex) {
			return ex.toString();
		}
	}

	private String obey(String[] words) throws InterruptedException {
		switch (words[1]) {
			case "EVICT" -> this.operations.evict(words[2], words[3]);
			case "PUT" -> this.operations.put(words[2], words[3], words[4]);
			case "CLEAR" -> this.operations.clear(words[2]);
			case "MEASURE" -> {
				return measure();
			}
			case "STOP" -> {
				return stop();
			}
			default -> throw new IllegalArgumentException(words[1]);
		}
		return DONE;
	}

	private String measure() {
		System.gc();
		return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() + " "
				+ ManagementFactory.getThreadMXBean().getThreadCount();
	}

	private String stop() throws InterruptedException {
		int hung = this.load.stop();
		StampedeEngine engine = this.context.getBean(StampedeEngine.class);
		int flights = flights(engine);
		for (int i = 0; i < 100 && flights > 0; i++) {
			TimeUnit.MILLISECONDS.sleep(20); // a winner's last steps may outlast its
												// caller
			flights = flights(engine);
		}
		this.reports.add(EVENTS + " " + this.events);
		return "hung=" + hung + " flights=" + flights + " calls=" + this.load.made();
	}

	private static int flights(StampedeEngine engine) {
		int flights = 0;
		for (SoakCache cache : SoakCache.values()) {
			flights += engine.flights(cache.cacheName());
		}
		return flights;
	}

	private void report(PrintStream output) {
		try {
			long next = 0;
			while (true) {
				String report = this.reports.poll(EVENTS_INTERVAL, TimeUnit.MILLISECONDS);
				if (report != null) {
					output.print(report + END + "\n");
				}
				if (System.nanoTime() - next > 0) {
					next = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(EVENTS_INTERVAL);
					output.print(EVENTS + " " + this.events + END + "\n");
				}
				if (this.reports.isEmpty()) {
					output.flush();
				}
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
