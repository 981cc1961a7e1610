package dev.stampede.simulation;

import java.util.List;

import dev.stampede.engine.Caller;
import dev.stampede.key.EntryKey;

/**
 * What goes wrong in a {@link Schedule} beside single commands.
 */
final class Faults {

	private final Schedule schedule;

	private final Chance chance;

	private final Invariants invariants;

	private final Trace trace;

	Faults(Schedule schedule, Chance chance, Invariants invariants, Trace trace) {
		this.schedule = schedule;
		this.chance = chance;
		this.invariants = invariants;
		this.trace = trace;
	}

	/**
	 * Injects a fault, if the one that was chosen may happen in this schedule.
	 */
	void injectAny() {
		Chance.Kind kind = this.chance.any(List.of(Chance.Kind.values()));
		if (!this.chance.mayHappen(kind)) {
			return;
		}
		SimulatedNode node = this.chance.any(this.schedule.nodes());
		switch (kind) {
			case LOCK_LOST -> loseLock(this.chance.any(this.schedule.keys()));
			case RESTART -> restart();
			case CLOCK_JUMP -> jump(this.chance.below(16_000) - 8_000);
			case CRASH -> crash(node);
			case CUT_OFF -> cutOff(node);
			case MESSAGE_LOST -> loseMessage(node);
			case SUBSCRIPTION_LOST -> loseSubscription(node);
			case COMMAND_LATE -> deliverLate();
			case CALLER_DIES -> throwOut();
			default -> {
				// happens to single commands
			}
		}
	}

	private void loseLock(EntryKey key) {
		this.trace.add(() -> "The lock of " + key.key() + " is lost");
		this.invariants.lockLost(key);
		this.schedule.redis().loseLock(key);
	}

	private void restart() {
		if (this.chance.oneIn(2)) {
			this.trace.add(() -> "Redis starts again, empty");
			this.invariants.allLost();
			this.schedule.redis().loseAll();
			this.schedule.nodes().forEach((node) -> {
				node.mail.clear();
				node.jvm.heardAgain(node.store.hears());
			});
			this.schedule.calls().running().forEach((call) -> call.replyLost = call.reply != null);
		}
	}

	private void jump(long millis) {
		this.trace.add(() -> "The clock of Redis jumps by " + millis + "ms");
		this.invariants.clockJumped();
		this.schedule.redis().jump(millis);
	}

	private void crash(SimulatedNode node) {
		if (this.chance.oneIn(2)) {
			this.trace.add(() -> node + " dies");
			node.die();
			this.schedule.redis().leave(node.store);
			this.schedule.nodes().remove(node);
			this.schedule.calls().running().removeIf((call) -> call.node == node);
			this.invariants.crashed(node);
			this.schedule.startNode();
		}
	}

	private void cutOff(SimulatedNode node) {
		if (node.store.isReachable() && this.chance.oneIn(2)) {
			this.trace.add(() -> node + " is cut off");
			node.store.cutOff();
			this.schedule.calls()
				.running()
				.forEach((call) -> call.replyLost |= call.node == node && call.reply != null);
		}
		else {
			this.trace.add(() -> node + " is connected");
			node.store.reconnect();
		}
	}

	private void loseMessage(SimulatedNode node) {
		if (!node.mail.isEmpty()) {
			this.trace.add(() -> node + " loses a message");
			node.mail.remove();
			node.jvm.heardAgain(node.store.hears()); // as its driver would tell
		}
	}

	private void loseSubscription(SimulatedNode node) {
		if (node.store.hears()) {
			this.trace.add(() -> node + " hears nothing any more");
			node.mail.clear();
			node.store.deafen();
			node.store.listener().subscriptionChanged(false);
		}
		else {
			this.trace.add(() -> node + " hears again");
			node.store.hearAgain();
			node.store.listener().subscriptionChanged(true);
		}
	}

	private void deliverLate() {
		if (this.schedule.network().deliverLate()) {
			this.trace.add(() -> "Something late arrives");
		}
	}

	private void throwOut() {
		List<SimulatedCall> candidates = this.schedule.calls()
			.running()
			.stream()
			.filter((call) -> call.caller.sends() && !call.caller.isShielded())
			.toList();
		if (!candidates.isEmpty()) {
			SimulatedCall call = this.chance.any(candidates);
			this.trace.add(() -> call + " is thrown out of its loop");
			call.thrownOut = true;
			this.schedule.network().giveUp(call.node, call.caller.command());
			this.schedule.calls().observe(call, Caller::abandon);
		}
	}

}
