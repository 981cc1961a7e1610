package dev.stampede.faults;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/**
 * Application in a JVM of its own, with traffic on warm keys. It says when that is under
 * way, and after the next line of its input and some more calls, how often the source was
 * read.
 */
public final class PausedApplication {

	private PausedApplication() {
	}

	public static void main(String[] args) throws Exception {
		PrintStream replies = System.out;
		System.setOut(System.err);
		Source source = new Source();
		try (Instance instance = Instance.start(source, args[0], Integer.parseInt(args[1]),
				Stream.of("stampede.redis-timeout=250ms"));
				BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
				WarmTraffic traffic = WarmTraffic.on(instance)) {
			replies.println("warm");
			orders.readLine();
			traffic.awaitCalls(2000);
			replies.println(WarmTraffic.reads(source) + " reads, " + traffic.failures().size() + " failures, "
					+ instance.store().state().condition());
		}
	}

}
