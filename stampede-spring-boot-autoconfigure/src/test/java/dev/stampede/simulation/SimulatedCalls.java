package dev.stampede.simulation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import dev.stampede.StampedeException;
import dev.stampede.StampedeInterruptedException;
import dev.stampede.StampedeStoreException;
import dev.stampede.engine.Caller;
import dev.stampede.event.StampedeListener;
import dev.stampede.key.EntryKey;
import dev.stampede.policy.StampedePolicy;
import dev.stampede.store.Acquisition;
import dev.stampede.store.StoreCommand;

/**
 * The calls that are under way in a {@link Schedule}, each of which takes its next step
 * when it is told to.
 */
final class SimulatedCalls {

	private final Chance chance;

	private final Invariants invariants;

	private final SimulatedNetwork network;

	private final Trace trace;

	private final List<SimulatedCall> running = new ArrayList<>();

	private int begun;

	SimulatedCalls(Chance chance, Invariants invariants, SimulatedNetwork network, Trace trace) {
		this.chance = chance;
		this.invariants = invariants;
		this.network = network;
		this.trace = trace;
	}

	List<SimulatedCall> running() {
		return this.running;
	}

	SimulatedCall begin(SimulatedNode node, EntryKey key, StampedePolicy policy, boolean background) {
		SimulatedCall call = new SimulatedCall(++this.begun, node, key, policy, background,
				this.invariants.voidBefore(key));
		this.trace.add(() -> call + " begins on " + node + " for " + key.key() + ", " + policy.onLose()
				+ (background ? " in the background" : ""));
		boolean uncacheable = key.equals(Schedule.UNCACHEABLE) || this.chance.oneIn(10);
		if (uncacheable && this.chance.oneIn(2)) {
			call.refused = true;
		}
		else if (uncacheable) {
			call.caller.vetoed();
		}
		this.running.add(call);
		observe(call, Caller::startSlowly);
		if (call.caller.isDone() && !background) {
			this.invariants.answeredAtOnce(call, this.running);
		}
		return call;
	}

	void advanceAny() {
		if (!this.running.isEmpty()) {
			advance(this.chance.any(this.running));
		}
	}

	void advance(SimulatedCall call) {
		if (call.busy) {
			return;
		}
		if (call.caller.readsSource()) {
			read(call);
		}
		else if (call.caller.sends()) {
			exchange(call);
		}
		else if (!call.caller.waits()) {
			observe(call, Caller::step);
		}
	}

	private void read(SimulatedCall call) {
		if (!call.reading) {
			this.trace.add(() -> call + " begins to read the source");
			this.invariants.readBegins(call);
			return;
		}
		this.invariants.readEnds(call);
		if (this.chance.oneIn(6)) {
			boolean interrupted = this.chance.oneIn(3);
			this.trace.add(() -> call + (interrupted ? " is interrupted in" : " fails in") + " its read");
			call.node.counts
				.readEnded(interrupted ? StampedeListener.SourceRead.CANCELLED : StampedeListener.SourceRead.FAILURE);
			observe(call, (caller) -> caller.fails(interrupted ? new InterruptedException() : new IOException("down")));
			return;
		}
		this.trace.add(() -> call + " has read " + call.value);
		call.readSucceeded = true;
		call.node.counts.readEnded(StampedeListener.SourceRead.SUCCESS);
		observe(call, (caller) -> {
			call.node.store.refuse(call.refused);
			caller.reads(Integer.toString(call.value));
			call.node.store.refuse(false);
		});
	}

	// a command goes out, and its reply may come back at once, later or never
	void exchange(SimulatedCall call) {
		if (call.reply == null) {
			try {
				call.reply = this.network.send(call);
				this.network.tell(call.caller.command(), call.reply);
			}
			catch (StampedeStoreException ex) {
				fail(call, ex);
				return;
			}
			if (this.chance.oneIn(2)) {
				return;
			}
		}
		else if (this.chance.happens(Chance.Kind.COMMAND_REPEATED, 12) && call.node.store.isReachable()) {
			if (this.network.redis().ahead() != 0) {
				// it may find the entry fresh again, and leave its own lock to time
				this.invariants.doubt(call.caller.command());
			}
			call.reply = this.network.carryOut(call.node, call.caller.command(), call, null);
			return;
		}
		if (call.replyLost || this.chance.happens(Chance.Kind.REPLY_LOST, 16)) {
			call.replyLost = false;
			this.network.giveUp(call.node, call.caller.command());
			fail(call, new StampedeStoreException("The reply is lost by chance"));
			return;
		}
		Object reply = call.reply;
		call.reply = null;
		Object flight = call.caller.flightIdentity();
		if (reply instanceof Acquisition acquisition && flight != null) {
			call.node.counts.acquired(flight, acquisition.outcome());
			this.invariants.heard(call, acquisition);
		}
		this.invariants.replied(call, reply);
		this.trace.add(() -> call + " hears " + reply);
		call.unanswered = false;
		boolean fills = call.readSucceeded && call.caller.command() instanceof StoreCommand.Fill;
		observe(call, (caller) -> caller.replied(reply));
		this.invariants.acted(call, reply);
		if (fills && Boolean.TRUE.equals(reply)) {
			call.node.filled(call.key, call.value);
			if (this.chance.oneIn(3)) { // who has it comes again
				begin(call.node, call.key, SimulatedPolicies.any(this.chance), false);
			}
		}
	}

	void fail(SimulatedCall call, StampedeException ex) {
		call.reply = null;
		boolean reads = call.caller.command() instanceof StoreCommand.Read;
		boolean counted = ex instanceof StampedeStoreException
				&& (call.caller.command() instanceof StoreCommand.Acquire || (reads && call.caller.polls()))
				&& !(reads && call.caller.isServedFresh());
		call.entryUnread = reads && !call.caller.polls();
		call.failures++;
		call.unanswered = true;
		this.trace.add(() -> call + " hears of a failure: " + ex.getMessage());
		observe(call, (caller) -> caller.failed(ex));
		if (counted) {
			call.node.counts.unavailable(call.caller.flightIdentity());
		}
	}

	void observe(SimulatedCall call, Consumer<Caller> step) {
		int coalesced = call.node.jvm.events().coalesced();
		call.busy = true;
		step.accept(call.caller);
		call.busy = false;
		call.joined |= call.node.jvm.events().coalesced() > coalesced
				|| (call.background && call.caller.isOnFlightOfAnother());
		if (call.caller.isDone()) {
			this.running.remove(call);
			if (!call.background) {
				call.node.counts.callEnded();
			}
			this.trace.add(() -> call + " ends, " + call.node.jvm.events().last());
			this.invariants.ended(call);
			if (call.node.takeRefreshWanted()) {
				begin(call.node, call.key, call.policy, true);
			}
			return;
		}
		this.invariants.stepped(call);
	}

	void interruptAny() {
		if (this.running.isEmpty()) {
			return;
		}
		SimulatedCall call = this.chance.any(this.running);
		if (call.busy) {
			return;
		}
		if (call.caller.isInWait()) {
			call.interrupted = true;
			this.trace.add(() -> call + " is interrupted");
			observe(call, Caller::interrupt);
		}
		else if (call.caller.sends() && !call.caller.isShielded()) {
			call.interrupted = true;
			this.network.giveUp(call.node, call.caller.command());
			fail(call, new StampedeInterruptedException("Interrupted by the test"));
		}
	}

}
