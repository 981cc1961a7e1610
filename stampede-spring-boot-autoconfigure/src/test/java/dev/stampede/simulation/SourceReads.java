package dev.stampede.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.stampede.key.EntryKey;
import dev.stampede.store.InMemoryRedis;

/**
 * The source reads that are running in a simulated fleet. Two of one key at a time are
 * explained only by what took the lock from the first one (an eviction, a put or a
 * clearing, a lost lock, a restart of Redis or a jump of its clock, a lease that was over
 * because it was not to be renewed, could not be, or had reached its longest hold), or by
 * a JVM that reads without a lock because Redis does not answer it, or has said that the
 * key is uncacheable. Two in one JVM only follow each other on different flights, and two
 * of an uncacheable key only if something has made the first one void.
 */
final class SourceReads {

	private static final long SHORTEST_RENEWAL = Duration.ofMillis(30).toNanos();

	private final InMemoryRedis redis;

	private final List<Read> running = new ArrayList<>();

	private final Map<String, Long> wonAt = new HashMap<>();

	private final Set<String> explained = new HashSet<>();

	private int fills;

	SourceReads(InMemoryRedis redis) {
		this.redis = redis;
	}

	void won(String token) {
		this.wonAt.putIfAbsent(token, this.redis.ticker());
	}

	/**
	 * Something is about to take the lock from whoever holds it.
	 * @param key the key
	 */
	void lockTaken(EntryKey key) {
		String lock = this.redis.lock(key);
		if (lock != null) {
			this.explained.add(lock);
		}
	}

	void renewalLost(String token) {
		this.explained.add(token);
	}

	int fills() {
		return this.fills;
	}

	void filled() {
		this.fills++;
	}

	void begin(SimulatedCall call) {
		Invariants.require(call.caller.hasLease(), () -> call + " reads the source without a lease");
		String token = call.caller.token();
		Invariants.require(token != null || call.failures > 0 || call.passing,
				() -> call + " reads without a lock while Redis answers");
		for (Read other : this.running) {
			if (other.call.key.equals(call.key)) {
				Invariants.require(
						other.call.node != call.node || call.caller.isDetached() || other.call.caller.isDetached(),
						() -> call + " and " + other.call + " read the source on one flight");
				Invariants.require(
						!call.passing || !other.call.passing || other.call.node != call.node || isVoid(other.call)
								|| isVoid(call),
						() -> call + " and " + other.call + " both read an uncacheable key for their JVM");
				Invariants.require(
						token == null || other.token == null || isExplained(call, token)
								|| isExplained(other.call, other.token),
						() -> call + " reads the source while " + other.call + " does so under the lock");
			}
		}
		this.running.add(new Read(call, token));
	}

	void end(SimulatedCall call) {
		this.running.removeIf((read) -> read.call == call);
	}

	void endAll(SimulatedNode crashed) {
		this.running.removeIf((read) -> read.call.node == crashed);
	}

	// others need no longer wait for its read
	private boolean isVoid(SimulatedCall call) {
		return call.disturbancesBefore != call.node.disturbances || call.fillsBefore != this.fills
				|| call.caller.hasLostLease();
	}

	private boolean isExplained(SimulatedCall call, String token) {
		if (this.explained.contains(token)) {
			return true;
		}
		if (token.equals(this.redis.lock(call.key))) {
			return false;
		}
		long held = this.redis.ticker() - this.wonAt.getOrDefault(token, 0L);
		return !call.policy.lockRenewal() || held >= call.policy.lockMaxHold().toNanos() - SHORTEST_RENEWAL;
	}

	private record Read(SimulatedCall call, @Nullable String token) {

	}

}
