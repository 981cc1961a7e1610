package dev.stampede.testing.fleet;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * A {@link Member} seen from the JVM that launched it: a process that takes orders and
 * reports.
 */
public final class MemberProcess implements AutoCloseable {

	/** More than a herd takes whose callers hang. */
	private static final Duration LIMIT = Duration.ofMinutes(2);

	private final MemberJvm jvm;

	private boolean killed;

	private MemberProcess(MemberJvm jvm) {
		this.jvm = jvm;
	}

	/**
	 * Launches a member.
	 * @param name its name
	 * @param main the class whose main method calls {@link Member#run}
	 * @param arguments the arguments of the main method
	 * @return the member, which is starting
	 * @throws IOException if it cannot be launched
	 */
	public static MemberProcess launch(String name, Class<?> main, List<String> arguments) throws IOException {
		return new MemberProcess(MemberJvm.launch(name, main, arguments));
	}

	/**
	 * Returns the name of the member.
	 * @return the name
	 */
	public String name() {
		return this.jvm.name();
	}

	/**
	 * Waits until it has started.
	 */
	public void awaitStart() {
		expect(Member.STARTED);
	}

	/**
	 * Sends an order and waits until the member stands ready.
	 * @param order the order
	 */
	public void prepare(String order) {
		this.jvm.send(order);
		expect(Member.READY);
	}

	/**
	 * Lets the member act.
	 */
	public void release() {
		this.jvm.send("");
	}

	/**
	 * Sends an order and lets the member act at once.
	 * @param order the order
	 */
	public void start(String order) {
		prepare(order);
		release();
	}

	/**
	 * Waits for the outcome of the order.
	 * @return the report
	 */
	public String report() {
		return this.jvm.next(LIMIT);
	}

	/**
	 * Ends the process at once (SIGKILL): it releases nothing.
	 */
	public void kill() {
		this.killed = true;
		this.jvm.kill();
	}

	/**
	 * Lets the member end.
	 * @throws IllegalStateException if it has to be killed for it; its message has the
	 * log of the member
	 */
	@Override
	public void close() {
		try (this.jvm) {
			if (!this.killed && !this.jvm.end()) {
				throw new IllegalStateException(name() + " did not end: " + this.jvm.log());
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void expect(String expected) {
		String reply = this.jvm.next(LIMIT);
		if (!reply.equals(expected)) {
			throw new IllegalStateException(
					name() + " replied '" + reply + "', not '" + expected + "': " + this.jvm.log());
		}
	}

}
