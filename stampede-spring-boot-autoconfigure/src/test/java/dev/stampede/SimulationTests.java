package dev.stampede;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The protocol under random schedules: several nodes, calls that take one step at a time
 * in any order, time that passes, evictions and puts, lost messages, lost locks, failing
 * sources, commands that get no answer, interrupted callers. The source counts: each
 * value it gives is newer than the ones before. A failing seed reproduces.
 */
class SimulationTests {

	private static final long SCHEDULES = Long.getLong("dev.stampede.test.schedules", 20_000);

	private static final long FIRST_SEED = Long.getLong("dev.stampede.test.seed", 1);

	@Test
	void everyScheduleKeepsTheInvariants() {
		for (long seed = FIRST_SEED; seed < FIRST_SEED + SCHEDULES; seed++) {
			try {
				new Schedule(seed).run();
			}
			catch (Throwable ex) {
				throw new AssertionError("Schedule failed; run it again with -Ddev.stampede.test.schedules=1 "
						+ "-Ddev.stampede.test.seed=" + seed, ex);
			}
		}
	}

	private static final class Schedule {

		private static final List<EntryKey> KEYS = List.of(EntryKey.of("sets", "a"), EntryKey.of("sets", "b"));

		private final Random random;

		private final Fleet fleet = new Fleet();

		private final List<Node> nodes = new ArrayList<>();

		private final List<Running> running = new ArrayList<>();

		private final Map<EntryKey, Integer> source = new HashMap<>();

		private final Map<EntryKey, Integer> evictedUpTo = new HashMap<>();

		private final boolean faults;

		private final boolean deaf;

		private Schedule(long seed) {
			this.random = new Random(seed);
			this.faults = this.random.nextBoolean();
			this.deaf = this.random.nextBoolean();
			for (int i = 0; i < 3; i++) {
				boolean coalesce = this.random.nextInt(5) > 0;
				this.nodes.add(this.fleet.start("node" + i, (builder) -> builder.coalesceReads(coalesce)));
			}
		}

		private void run() throws Throwable {
			int steps = 40 + this.random.nextInt(120);
			for (int i = 0; i < steps; i++) {
				step();
				check();
			}
			drain();
			this.fleet.assertNothingIsLeft();
		}

		private void step() throws Throwable {
			int choice = this.random.nextInt(100);
			if (choice < 20) {
				begin();
			}
			else if (choice < 70) {
				advance();
			}
			else if (choice < 85) {
				this.fleet.time().pass((this.random.nextInt(20) == 0) ? 6_000 : this.random.nextInt(200));
			}
			else if (choice < 89) {
				change();
			}
			else if (choice < 92) {
				interrupt();
			}
			else if (this.faults) {
				injectFault();
			}
		}

		private void begin() {
			Node node = any(this.nodes);
			EntryKey key = any(KEYS);
			Policies policies = Policies.policy()
				.ttl(400 + this.random.nextInt(600))
				.lockTtl(500)
				.waitTimeout(1 + this.random.nextInt(3000))
				.lockRenewal(this.random.nextBoolean())
				.maxConcurrentReads((this.random.nextInt(4) == 0) ? 1 : 0)
				.earlyRefreshBeta((this.random.nextInt(4) == 0) ? 50 : 0)
				.onLose(any(List.of(new OnLose[] { OnLose.SERVE_STALE, OnLose.POLL }, new OnLose[] { OnLose.POLL },
						new OnLose[] { OnLose.SERVE_STALE, OnLose.RETURN_DEFAULT },
						new OnLose[] { OnLose.POLL, OnLose.SERVE_STALE }, new OnLose[] { OnLose.FAIL_FAST })));
			Running call = new Running(key, node.call(key, policies.build()), version(this.evictedUpTo, key));
			if (this.random.nextInt(10) == 0) {
				call.caller.vetoed();
			}
			this.running.add(call);
			call.caller.startSlowly();
		}

		private void advance() throws Throwable {
			if (this.running.isEmpty()) {
				return;
			}
			Running call = any(this.running);
			if (call.caller.readsSource()) {
				read(call);
			}
			else {
				call.caller.step();
			}
			if (call.caller.at() == Step.DONE) {
				finish(call);
			}
		}

		private void read(Running call) {
			if (call.started == null) {
				// the read begins: what it will give is decided by now
				call.started = this.source.merge(call.key, 1, Integer::sum);
			}
			else if (this.random.nextInt(6) == 0) {
				call.caller.fails(this.random.nextBoolean() ? new IOException("down") : new InterruptedException());
			}
			else {
				call.caller.reads(call.started.toString());
			}
		}

		private void finish(Running call) throws Throwable {
			this.running.remove(call);
			String answer;
			try {
				answer = call.caller.answer();
			}
			catch (IOException | InterruptedException | StampedeException ex) {
				return;
			}
			String text = Objects.requireNonNull(answer);
			// without messages, a copy in memory falls with the next poll or renewal only
			if (!text.startsWith("default") && !(this.faults && this.deaf)) {
				assertThat(Integer.parseInt(text)).as("no value from before an eviction that preceded the call")
					.isGreaterThan(call.evictedUpTo);
			}
		}

		private void change() {
			EntryKey key = any(KEYS);
			Node node = any(this.nodes);
			try {
				if (this.random.nextBoolean()) {
					node.stampede().evict(key);
				}
				else {
					node.stampede().clear("sets");
					this.evictedUpTo.putAll(this.source);
				}
				this.evictedUpTo.put(key, version(this.source, key));
			}
			catch (StampedeStoreException ex) {
				// nothing was promised
			}
		}

		private void interrupt() throws Throwable {
			List<Running> waiting = this.running.stream().filter((call) -> call.caller.at() == Step.AWAIT).toList();
			if (!waiting.isEmpty()) {
				Running call = any(waiting);
				call.caller.interrupt();
				finish(call);
			}
		}

		private void injectFault() {
			Node node = any(this.nodes);
			switch (this.random.nextInt(3)) {
				case 0 -> this.fleet.redis().loseLock(any(KEYS));
				case 1 -> node.store().recover();
				default -> {
					// a node that neither hears nor reaches Redis cannot know of an
					// eviction
					if (this.deaf) {
						node.store().deafen();
					}
					else {
						node.store().failOn(StoreCommand.class);
					}
				}
			}
		}

		// what is stored was read after the last eviction
		private void check() {
			for (EntryKey key : KEYS) {
				Entry entry = this.fleet.redis().read(key);
				if (entry.isPresent()) {
					int stored = Integer.parseInt(new String(entry.payload(), StandardCharsets.UTF_8));
					assertThat(stored).as("stored value of " + key).isGreaterThan(version(this.evictedUpTo, key));
				}
			}
		}

		private void drain() throws Throwable {
			this.nodes.forEach((node) -> node.store().recover());
			for (int round = 0; !this.running.isEmpty(); round++) {
				assertThat(round).as("calls hang").isLessThan(5_000);
				for (Running call : List.copyOf(this.running)) {
					if (call.caller.readsSource()) {
						read(call);
					}
					else {
						call.caller.step();
					}
					if (call.caller.at() == Step.DONE) {
						finish(call);
					}
				}
				this.fleet.time().pass(20);
			}
		}

		private <V> V any(List<V> choices) {
			return choices.get(this.random.nextInt(choices.size()));
		}

		private static int version(Map<EntryKey, Integer> versions, EntryKey key) {
			return versions.getOrDefault(key, 0);
		}

	}

	private static final class Running {

		private final EntryKey key;

		private final Caller caller;

		private final int evictedUpTo;

		private @Nullable Integer started;

		private Running(EntryKey key, Caller caller, int evictedUpTo) {
			this.key = key;
			this.caller = caller;
			this.evictedUpTo = evictedUpTo;
		}

	}

}
