package dev.stampede.simulation;

import org.jspecify.annotations.Nullable;

import dev.stampede.engine.Caller;
import dev.stampede.key.EntryKey;
import dev.stampede.policy.StampedePolicy;

/**
 * A call on its way through a {@link Schedule}, and what happened to it.
 */
final class SimulatedCall {

	final int number;

	final SimulatedNode node;

	final EntryKey key;

	final StampedePolicy policy;

	final Caller caller;

	final boolean background;

	/** What was void when it began, as far as its JVM knew. */
	final long voidHere;

	/** What was void when it began. */
	final long voidAnywhere;

	/** What its JVM had filled last when it began, or -1. */
	final int filledHere;

	@Nullable Object reply;

	int value = -1;

	boolean reading;

	boolean hasRead;

	boolean readSucceeded;

	/** Whether it began when everybody must know what is void. */
	boolean last;

	boolean joined;

	boolean interrupted;

	boolean thrownOut;

	boolean replyLost;

	/** Whether its read of the entry got no reply, and nothing has been asked since. */
	boolean entryUnread;

	/** Whether it is in the middle of a step, in which others go on. */
	boolean busy;

	/** Whether nothing that it reads can be stored, and how that comes. */
	boolean refused;

	/** Whether it reads without the lock, as the key is marked as uncacheable. */
	boolean passing;

	/** What had disturbed its JVM when it was sent to the source. */
	int disturbancesBefore = -1;

	/** How many entries had been filled then. */
	int fillsBefore;

	/** Whether its last command got no reply: what is known of an outage may answer. */
	boolean unanswered;

	int failures;

	int stepsOverdue;

	SimulatedCall(int number, SimulatedNode node, EntryKey key, StampedePolicy policy, boolean background,
			long voidAnywhere) {
		this.number = number;
		this.node = node;
		this.key = key;
		this.policy = policy;
		this.background = background;
		this.caller = background ? node.jvm.refresh(key, policy) : node.jvm.call(key, policy);
		this.voidHere = node.heard(key);
		this.voidAnywhere = voidAnywhere;
		this.filledHere = node.filled(key);
	}

	boolean isOverdue() {
		return this.caller.deadline() - this.node.jvm.now() <= 0;
	}

	boolean isRefreshingEarly() {
		return this.policy.earlyRefreshBeta() > 0;
	}

	@Override
	public String toString() {
		return "#" + this.number;
	}

}
