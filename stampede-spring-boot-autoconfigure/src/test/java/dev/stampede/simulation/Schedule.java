package dev.stampede.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import dev.stampede.event.StampedeListener;
import dev.stampede.key.EntryKey;
import dev.stampede.policy.StampedePolicy;
import dev.stampede.store.InMemoryRedis;
import dev.stampede.testing.ManualScheduler;

/**
 * One random schedule of the protocol: several JVMs, calls that take one step at a time
 * in any order, writers that stop at every command, time that passes, messages and
 * replies on their way, and {@link Faults}. Everything is decided by the seed.
 */
final class Schedule {

	/** The key of which nothing that is read can be stored. */
	static final EntryKey UNCACHEABLE = EntryKey.of("sets", "u");

	private static final List<EntryKey> STORED = List.of(EntryKey.of("sets", "a"), EntryKey.of("sets", "b"));

	private static final int ROUNDS = 3_000;

	private final Chance chance;

	private final List<EntryKey> keys;

	private final Trace trace;

	private final Variant variant;

	private final ManualScheduler time = new ManualScheduler();

	private final InMemoryRedis redis;

	private final Invariants invariants;

	private final SimulatedNetwork network;

	private final Faults faults;

	private final List<SimulatedNode> nodes = new ArrayList<>();

	private final SimulatedCalls calls;

	private final Writers writers;

	private int started;

	private int depth;

	private boolean calm;

	Schedule(long seed, Variant variant, Trace trace) {
		this.chance = new Chance(seed);
		this.keys = this.chance.oneIn(3) ? List.of(STORED.get(0), UNCACHEABLE) : STORED;
		this.trace = trace;
		this.variant = variant;
		this.redis = variant.redis().apply(this.time::now);
		this.invariants = new Invariants(this.redis, this.keys);
		this.network = new SimulatedNetwork(this.redis, this.chance, this.invariants, trace, this::interlude);
		this.calls = new SimulatedCalls(this.chance, this.invariants, this.network, trace);
		this.writers = new Writers(this.chance, this.invariants, this.network, trace);
		this.faults = new Faults(this, this.chance, this.invariants, trace);
		if (this.chance.oneIn(2)) {
			this.redis.tellEveryFill();
		}
		for (int i = 2 + this.chance.below(2); i > 0; i--) {
			startNode();
		}
	}

	void run() {
		int steps = 20 + this.chance.below(60);
		for (int i = 0; i < steps; i++) {
			step();
		}
		this.trace.add(() -> "No more faults");
		this.chance.calmDown();
		this.calm = true;
		this.nodes.forEach((node) -> node.store.reconnect());
		drain();
		this.time.pass(1_000);
		EntryKey key = this.chance.any(this.keys);
		this.nodes.forEach((node) -> this.calls.begin(node, key, SimulatedPolicies.PLAIN, false).last = true);
		drain();
		this.invariants.checkQuiet(this.nodes);
		this.time.pass(TimeUnit.HOURS.toMillis(1));
		Invariants.require(this.redis.holdsNoLocks(), () -> "A lock has no end");
		Invariants.require(this.time.pending() == 0, () -> "A timer is left");
		this.nodes.forEach((node) -> Invariants.require(!node.jvm.hasNotes(), () -> "A note is left"));
	}

	List<SimulatedNode> nodes() {
		return this.nodes;
	}

	SimulatedCalls calls() {
		return this.calls;
	}

	List<EntryKey> keys() {
		return this.keys;
	}

	InMemoryRedis redis() {
		return this.redis;
	}

	SimulatedNetwork network() {
		return this.network;
	}

	void startNode() {
		this.nodes.add(new SimulatedNode("node" + this.started++, this.network, this.time, this.chance,
				this.variant.flights(), this.variant.near()));
	}

	private void step() {
		int choice = this.chance.below(100);
		if (choice < 17) {
			call(this.chance.any(this.nodes), this.chance.any(this.keys), SimulatedPolicies.any(this.chance));
		}
		else if (choice < 66) {
			this.calls.advanceAny();
		}
		else if (choice < 78) {
			pass(this.chance.oneIn(20) ? 6_000 : this.chance.below(200));
		}
		else if (choice < 83) {
			deliverMail();
		}
		else if (choice < 88) {
			this.writers.writeAny(this.chance.any(this.nodes), this.keys);
		}
		else if (choice < 90) {
			this.calls.interruptAny();
		}
		else if (choice < 92) {
			lookAtFresh();
		}
		else {
			this.faults.injectAny();
		}
	}

	// others go on while a writer waits for a reply, or a caller decodes
	private void interlude() {
		if (this.depth < 2 && !this.calm) {
			this.depth++;
			for (int i = this.chance.below(4); i > 0; i--) {
				step();
			}
			this.depth--;
		}
	}

	private void call(SimulatedNode node, EntryKey key, StampedePolicy policy) {
		String near = node.jvm.findNear(key, policy);
		if (near != null) {
			this.trace.add(() -> node + " serves " + near + " for " + key.key() + " from its memory");
			this.invariants.servedNear(node, key, near);
		}
		else {
			this.calls.begin(node, key, policy, false);
		}
	}

	private void pass(long millis) {
		this.trace.add(() -> millis + "ms pass");
		this.time.pass(millis);
	}

	private void deliverMail() {
		SimulatedNode node = this.chance.any(this.nodes);
		if (!node.mail.isEmpty()) {
			this.trace.add(() -> node + " hears a message");
			node.receive();
		}
	}

	// a fresh entry is seen at once in a JVM in which everyone on board hangs in a read
	private void lookAtFresh() {
		SimulatedNode node = this.chance.any(this.nodes);
		EntryKey key = this.chance.any(this.keys);
		if (!this.redis.isFresh(key) || !node.store.isReachable() || this.redis.ahead() != 0
				|| !this.calls.running()
					.stream()
					.allMatch((call) -> call.node != node || !call.key.equals(key) || hangs(call))) {
			return;
		}
		SimulatedCall call = this.calls.begin(node, key, SimulatedPolicies.PLAIN, false);
		for (int i = 0; i < 4 && call.caller.sends(); i++) {
			this.calls.exchange(call);
		}
		boolean seen = call.caller.isDone() && node.jvm.events().last() == StampedeListener.Request.HIT;
		Invariants.require(seen || call.failures > 0 || call.caller.sends(),
				() -> call + " does not see the fresh entry");
	}

	private static boolean hangs(SimulatedCall call) {
		return call.caller.readsSource() && call.caller.hasLostLease();
	}

	private void drain() {
		for (int round = 0; !this.calls.running().isEmpty() || round == 0; round++) {
			Invariants.require(round < ROUNDS, () -> "Calls hang: " + this.calls.running());
			while (this.network.deliverLate()) {
				this.trace.add(() -> "Something late arrives");
			}
			for (SimulatedNode node : this.nodes) {
				while (!node.mail.isEmpty()) {
					node.receive();
				}
			}
			for (SimulatedCall call : List.copyOf(this.calls.running())) {
				if (this.calls.running().contains(call)) {
					this.calls.advance(call);
				}
			}
			pass(100);
		}
	}

}
