package dev.stampede.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import dev.stampede.StampedeStoreException;
import dev.stampede.store.Entry;
import dev.stampede.store.InMemoryRedis;
import dev.stampede.store.StoreCommand;

/**
 * The way of commands to Redis and of replies back, on which both may get lost, be late
 * or be repeated. Like the real store it remembers the tokens of acquires of unknown
 * outcome and releases them later.
 */
final class SimulatedNetwork {

	private final InMemoryRedis redis;

	private final Chance chance;

	private final Invariants invariants;

	private final Trace trace;

	private final Runnable interlude;

	private final List<Runnable> late = new ArrayList<>();

	private final Map<SimulatedNode, Queue<StoreCommand.Acquire>> orphans = new HashMap<>();

	private final Deque<Write> writes = new ArrayDeque<>();

	private @Nullable Write writing;

	SimulatedNetwork(InMemoryRedis redis, Chance chance, Invariants invariants, Trace trace, Runnable interlude) {
		this.redis = redis;
		this.chance = chance;
		this.invariants = invariants;
		this.trace = trace;
		this.interlude = interlude;
	}

	InMemoryRedis redis() {
		return this.redis;
	}

	/**
	 * Returns the write that is carried out just now.
	 * @return the write, or null if it is something else
	 */
	@Nullable Write writing() {
		return this.writing;
	}

	void interlude() {
		this.interlude.run();
	}

	/**
	 * Sends a command of a call.
	 * @param call the call, which stands before the command
	 * @return the reply
	 * @throws StampedeStoreException if the command does not arrive, or not in time
	 */
	Object send(SimulatedCall call) {
		return send(call.node, call.caller.command(), call, null);
	}

	/**
	 * Tells, by chance, those who wait for an entry of it: before its reader hears of it,
	 * or long after the reader has given up.
	 * @param command the command
	 * @param reply the reply
	 */
	void tell(StoreCommand<?> command, Object reply) {
		if (!(command instanceof StoreCommand.Read read) || read.audience() == null || this.chance.oneIn(2)) {
			return;
		}
		StoreCommand.Audience audience = read.audience();
		Runnable arrival = () -> {
			if (audience.isWaiting()) {
				this.trace.add(() -> "  members are told of " + reply);
				audience.hear((Entry) reply);
			}
		};
		if (this.chance.happens(Chance.Kind.COMMAND_LATE, 4)) {
			this.late.add(arrival);
		}
		else {
			arrival.run();
		}
	}

	/**
	 * Lets what comes later than anybody waits for it arrive.
	 * @return whether there was something
	 */
	boolean deliverLate() {
		if (this.late.isEmpty()) {
			return false;
		}
		this.late.remove(this.chance.below(this.late.size())).run();
		return true;
	}

	/**
	 * Has the caller give up on a command whose fate it does not know.
	 * @param node the JVM
	 * @param command the command
	 */
	void giveUp(SimulatedNode node, StoreCommand<?> command) {
		this.invariants.doubt(command);
		if (command instanceof StoreCommand.Acquire acquire) {
			this.orphans.computeIfAbsent(node, (unused) -> new ArrayDeque<>()).add(acquire);
		}
	}

	void begin(Write write) {
		this.writes.add(write);
	}

	void end(Write write) {
		this.writes.remove(write);
	}

	Object carryOut(SimulatedNode node, StoreCommand<?> command, @Nullable SimulatedCall call, @Nullable Write write) {
		Invariants.Before before = this.invariants.before(command);
		Write outer = this.writing;
		this.writing = write;
		Object reply = node.store.carryOut(command);
		this.writing = outer;
		this.trace.add(() -> "  " + node + " " + command.getClass().getSimpleName() + " " + describe(command) + " -> "
				+ reply + ((call != null) ? " for " + call : ""));
		this.invariants.carriedOut(command, call, before, reply);
		return reply;
	}

	// of a put, an eviction or a clearing, whose thread waits here while others go on
	@SuppressWarnings("unchecked") // each command's reply is of its type
	<R> R execute(SimulatedNode node, StoreCommand<R> command) {
		Write write = this.writes.getLast();
		interlude();
		R reply = (R) send(node, command, null, write);
		interlude();
		if (this.chance.happens(Chance.Kind.COMMAND_REPEATED, 4)) {
			reply = (R) send(node, command, null, write);
			interlude();
		}
		if (!node.store.isReachable() || this.chance.happens(Chance.Kind.REPLY_LOST, 8)) {
			giveUp(node, command);
			throw new StampedeStoreException("The reply is lost by chance");
		}
		return reply;
	}

	// a renewal, or a release by a caller that does not wait for it
	@SuppressWarnings("unchecked") // each command's reply is of its type
	<R> CompletionStage<R> executeAsync(SimulatedNode node, StoreCommand<R> command) {
		R reply;
		try {
			reply = (R) send(node, command, null, null);
		}
		catch (StampedeStoreException ex) {
			return CompletableFuture.failedFuture(ex);
		}
		boolean lost = this.chance.happens(Chance.Kind.REPLY_LOST, 6);
		if (lost || this.chance.happens(Chance.Kind.COMMAND_LATE, 4)) {
			giveUp(node, command);
			CompletableFuture<R> toCome = new CompletableFuture<>();
			this.late.add(() -> {
				if (lost || !node.store.isReachable()) {
					toCome.completeExceptionally(new StampedeStoreException("The reply is lost by chance"));
				}
				else {
					toCome.complete(reply);
				}
			});
			return toCome;
		}
		return CompletableFuture.completedFuture(reply);
	}

	private Object send(SimulatedNode node, StoreCommand<?> command, @Nullable SimulatedCall call,
			@Nullable Write write) {
		if (!node.store.isReachable() || this.chance.happens(Chance.Kind.COMMAND_LOST, 12)) {
			giveUp(node, command);
			throw new StampedeStoreException("The command is lost by chance");
		}
		if (this.chance.happens(Chance.Kind.COMMAND_LATE, 16)) {
			giveUp(node, command);
			this.late.add(() -> carryOut(node, command, call, write));
			throw new StampedeStoreException("The command is late by chance");
		}
		releaseOrphans(node);
		return carryOut(node, command, call, write);
	}

	private void releaseOrphans(SimulatedNode node) {
		Queue<StoreCommand.Acquire> tokens = this.orphans.get(node);
		if (tokens != null && !tokens.isEmpty() && this.chance.oneIn(2)) {
			StoreCommand.Acquire orphan = tokens.remove();
			carryOut(node, new StoreCommand.Release(orphan.key(), orphan.token()), null, null);
		}
	}

	private static String describe(StoreCommand<?> command) {
		String token = Invariants.tokenOf(command);
		String key = (command instanceof StoreCommand.Keyed<?> keyed) ? keyed.key().key() : "";
		return key + ((token != null) ? " " + token.substring(0, token.indexOf(':') + 5) : "");
	}

}
