package dev.stampede.benchmarks.herd;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A member of a fleet in a JVM of its own, with one contender. Opens its connections,
 * then reads an order, says when its callers stand ready, releases them at the next line,
 * and writes what became of their calls; ends with the input.
 */
public final class Member {

	static final String STARTED = "started";

	static final String READY = "ready";

	static final String CALL = "call";

	static final String EVICT = "evict";

	private Member() {
	}

	/**
	 * Starts the member.
	 * @param args the contender, and the settings
	 * @throws Exception if anything fails
	 */
	public static void main(String[] args) throws Exception {
		PrintStream replies = System.out;
		System.setOut(System.err);
		MemberSettings settings = MemberSettings.parse(List.of(args).subList(1, args.length));
		SourceClient source = new SourceClient(settings.sourcePort());
		Contender contender = Approach.valueOf(args[0]).start(settings, source);
		contender.get("connected-" + settings.name());
		replies.println(STARTED);
		BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		for (String line = orders.readLine(); line != null; line = orders.readLine()) {
			List<String> words = List.of(line.split(" ", -1));
			if (words.get(0).equals(EVICT)) {
				contender.evict(words.get(1));
				replies.println(EVICT);
			}
			else {
				Herd herd = Herd.ready(Order.parse(words.subList(1, words.size())), contender, source);
				replies.println(READY);
				orders.readLine();
				herd.release();
				replies.println(herd.report());
			}
		}
		System.exit(0);
	}

}
