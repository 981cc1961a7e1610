package dev.stampede.testing;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

import org.awaitility.Awaitility;

/**
 * What a relay does to chosen requests: by default it lets the first of them pass and
 * counts it.
 */
public final class RelayRule {

	private static final Duration LIMIT = Duration.ofSeconds(15);

	private final Predicate<String> requests;

	private final AtomicInteger seen = new AtomicInteger();

	private final AtomicInteger done = new AtomicInteger();

	private volatile int first = 1;

	private volatile int last = 1;

	private volatile Runnable before = () -> {
	};

	private volatile Runnable after = () -> {
	};

	private volatile boolean losesRequest;

	private volatile boolean losesReply;

	private volatile boolean silences;

	RelayRule(Predicate<String> requests) {
		this.requests = requests;
	}

	/**
	 * Chooses one of the requests.
	 * @param number its number, from one
	 * @return this rule
	 */
	public RelayRule nth(int number) {
		this.last = number;
		this.first = number;
		return this;
	}

	/**
	 * Chooses all of the requests.
	 * @return this rule
	 */
	public RelayRule always() {
		this.last = Integer.MAX_VALUE;
		return this;
	}

	/**
	 * Sets what is done before the request passes.
	 * @param action the action
	 * @return this rule
	 */
	public RelayRule before(Runnable action) {
		this.before = action;
		return this;
	}

	/**
	 * Sets what is done before the reply passes.
	 * @param action the action
	 * @return this rule
	 */
	public RelayRule after(Runnable action) {
		this.after = action;
		return this;
	}

	/**
	 * Loses the request before Redis sees it, and cuts the connection.
	 * @return this rule
	 */
	public RelayRule loseRequest() {
		this.losesRequest = true;
		return this;
	}

	/**
	 * Loses the reply to a request that Redis has carried out, and cuts the connection.
	 * @return this rule
	 */
	public RelayRule loseReply() {
		this.losesReply = true;
		return this;
	}

	/**
	 * Silences the connection instead of cutting it.
	 * @return this rule
	 */
	public RelayRule silently() {
		this.silences = true;
		return this;
	}

	/**
	 * Returns how often the rule has been applied.
	 * @return the number of requests
	 */
	public int count() {
		return this.done.get();
	}

	/**
	 * Waits until the rule has been applied.
	 */
	public void awaitApplied() {
		Awaitility.await()
			.atMost(LIMIT)
			.pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofMillis(5))
			.until(() -> count() > 0);
	}

	boolean claims(String request) {
		if (!this.requests.test(request)) {
			return false;
		}
		int number = this.seen.incrementAndGet();
		return number >= this.first && number <= this.last;
	}

	/**
	 * Applies the rule to a request.
	 * @param connection where it came
	 * @return whether it passes
	 */
	boolean admits(RelayedConnection connection) {
		this.before.run();
		if (this.losesRequest) {
			this.done.incrementAndGet();
			lose(connection);
		}
		return !this.losesRequest;
	}

	/**
	 * Applies the rule to the reply.
	 * @param connection where it came
	 * @return whether it passes
	 */
	boolean admitsReply(RelayedConnection connection) {
		this.after.run();
		this.done.incrementAndGet();
		if (this.losesReply) {
			lose(connection);
		}
		return !this.losesReply;
	}

	private void lose(RelayedConnection connection) {
		if (this.silences) {
			connection.silence();
		}
		else {
			connection.close();
		}
	}

}
