package dev.stampede.testing.fleet;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;

/**
 * Member of a fleet, inside its JVM. It follows orders, one line each, in two steps: at
 * the first it makes everything ready, at the second it acts, so that members act at the
 * same time.
 */
public interface Member extends AutoCloseable {

	/** Reply of a member that has started. */
	String STARTED = "started";

	/** Reply of a member that stands ready. */
	String READY = "ready";

	/**
	 * Makes ready what an order asks for.
	 * @param order the order
	 * @return what stands ready
	 * @throws Exception if the order cannot be followed
	 */
	Action prepare(String order) throws Exception;

	/**
	 * Ends what the member has started.
	 */
	@Override
	void close();

	/**
	 * Starts a member and follows the orders of the standard input, to its end. The
	 * standard output is for replies; what else is printed goes to the standard error.
	 * @param start the start of the member
	 * @throws Exception if the start fails, or an order
	 */
	static void run(Callable<? extends Member> start) throws Exception {
		PrintStream replies = System.out;
		System.setOut(System.err);
		try (Member member = start.call();
				BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
			replies.println(STARTED);
			for (String order = orders.readLine(); order != null; order = orders.readLine()) {
				Action action = member.prepare(order);
				replies.println(READY);
				orders.readLine();
				action.release();
				replies.println(action.report());
			}
		}
	}

	/**
	 * Action that stands ready.
	 */
	interface Action {

		/**
		 * Begins.
		 */
		void release();

		/**
		 * Waits for the end.
		 * @return the outcome, in one line
		 * @throws Exception if the action fails
		 */
		String report() throws Exception;

	}

}
