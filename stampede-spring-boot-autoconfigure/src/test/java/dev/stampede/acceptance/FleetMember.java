package dev.stampede.acceptance;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

import org.springframework.context.ConfigurableApplicationContext;

/**
 * A member of the fleet in a JVM of its own. Opens its connection, then reads an order,
 * says when its herd is ready, releases it at the next line, and writes the report; ends
 * with the input.
 */
public final class FleetMember {

	static final String STARTED = "started";

	static final String READY = "ready";

	private FleetMember() {
	}

	/**
	 * Starts the member.
	 * @param args properties of the application
	 * @throws Exception if anything fails
	 */
	public static void main(String[] args) throws Exception {
		PrintStream replies = System.out;
		System.setOut(System.err);
		try (ConfigurableApplicationContext context = FleetApplication.application().run(args);
				BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
			context.getBean(FleetMethods.class).poll("warm-up-" + ProcessHandle.current().pid());
			replies.println(STARTED);
			for (String order = orders.readLine(); order != null; order = orders.readLine()) {
				Herd herd = Herd.ready(HerdOrder.parse(order), context);
				replies.println(READY);
				orders.readLine();
				herd.release();
				replies.println(herd.report());
			}
		}
	}

}
