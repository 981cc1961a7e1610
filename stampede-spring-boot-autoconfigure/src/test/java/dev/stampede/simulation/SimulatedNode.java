package dev.stampede.simulation;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import dev.stampede.engine.FlightTables;
import dev.stampede.engine.NearStorage;
import dev.stampede.engine.Node;
import dev.stampede.key.EntryKey;
import dev.stampede.policy.RedisFailureMode;
import dev.stampede.store.EntryStore;
import dev.stampede.testing.ManualScheduler;

/**
 * One JVM of a simulated fleet: its engine, the messages that are on their way to it, and
 * which evictions it knows of.
 */
final class SimulatedNode {

	final String name;

	final SimulatedStore store;

	final Node jvm;

	final boolean failsOpen;

	final Counts counts;

	final Queue<Message> mail = new ArrayDeque<>();

	final Map<EntryKey, Long> told = new HashMap<>();

	/** Until when it may take a key for uncacheable, as it was told. */
	final Map<EntryKey, Long> passUntil = new HashMap<>();

	/** How often it was told something that may void a flight. */
	int disturbances;

	private final Map<EntryKey, Long> heard = new HashMap<>();

	private final Map<EntryKey, Integer> filled = new HashMap<>();

	private boolean refreshWanted;

	SimulatedNode(String name, SimulatedNetwork network, ManualScheduler time, Chance chance, FlightTables flights,
			NearStorage near) {
		this.name = name;
		this.failsOpen = !chance.oneIn(8);
		boolean coalesces = !chance.oneIn(5);
		int odds = 1 + chance.below(8);
		this.store = new SimulatedStore(this, network);
		this.jvm = Node.start(network.redis().join(this.store), time, flights,
				(builder) -> builder.coalesceReads(coalesces)
					.near(near)
					.random(new Random(chance.below(1000)))
					.onRedisFailure(this.failsOpen ? RedisFailureMode.FAIL_OPEN : RedisFailureMode.FAIL_CLOSED)
					.refreshExecutor((task) -> {
						if (chance.oneIn(odds)) {
							throw new RejectedExecutionException("Full by chance");
						}
						this.refreshWanted = true;
					}));
		this.store.listener().subscriptionChanged(true);
		this.counts = new Counts(this.jvm.events());
	}

	/**
	 * Never reaches Redis again.
	 */
	void die() {
		this.store.die();
		this.mail.clear();
	}

	boolean takeRefreshWanted() {
		boolean wanted = this.refreshWanted;
		this.refreshWanted = false;
		return wanted;
	}

	void receive() {
		Message message = this.mail.remove();
		this.disturbances++;
		message.content.accept(this.store.listener());
		if (message.write != null) {
			heard(message.write);
		}
	}

	void heard(Write write) {
		for (EntryKey key : write.keys()) {
			this.heard.merge(key, write.began(), Math::max);
			this.passUntil.remove(key);
		}
	}

	/**
	 * Returns what this JVM knows to be void.
	 * @param key a key
	 * @return the moment before which a value of it came up
	 */
	long heard(EntryKey key) {
		return this.heard.getOrDefault(key, 0L);
	}

	void filled(EntryKey key, int value) {
		this.filled.put(key, value);
	}

	/**
	 * Returns what this JVM has filled last.
	 * @param key a key
	 * @return the value, or -1 if none
	 */
	int filled(EntryKey key) {
		return this.filled.getOrDefault(key, -1);
	}

	@Override
	public String toString() {
		return this.name;
	}

	/**
	 * A message on its way.
	 *
	 * @param content what it tells the listener
	 * @param write the eviction, put or clearing that it tells of, if it does
	 */
	record Message(Consumer<EntryStore.Listener> content, @Nullable Write write) {

	}

}
