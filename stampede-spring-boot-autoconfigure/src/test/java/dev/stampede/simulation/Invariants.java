package dev.stampede.simulation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.stampede.OnLose;
import dev.stampede.StampedeInterruptedException;
import dev.stampede.StampedeLockedException;
import dev.stampede.StampedeStoreException;
import dev.stampede.StampedeTimeoutException;
import dev.stampede.event.StampedeListener;
import dev.stampede.key.EntryKey;
import dev.stampede.store.Acquisition;
import dev.stampede.store.Entry;
import dev.stampede.store.InMemoryRedis;
import dev.stampede.store.StoreCommand;
import dev.stampede.store.StorePhase;

/**
 * What must hold after every step of a {@link Schedule}, judged by looking at Redis and
 * at the calls from outside.
 */
final class Invariants {

	/** What an opener grants to a read of the entry, beyond its deadline. */
	private static final long PATIENCE = Duration.ofSeconds(1).toNanos();

	/** More steps than any way out needs, also with a flight or two lost on it. */
	private static final int STEPS_OVERDUE = 60;

	/** The longest time that a JVM remembers what it was told of a lock. */
	private static final long LONGEST_NOTE = Duration.ofMillis(250).toNanos();

	private final InMemoryRedis redis;

	private final List<EntryKey> keys;

	private final Map<EntryKey, ValueHistory> histories = new HashMap<>();

	private final SourceReads reads;

	private final Set<String> doubtful = new HashSet<>();

	/** Until when each key has to be taken for uncacheable, by the clock of Redis. */
	private final Map<EntryKey, Long> marked = new HashMap<>();

	private long moment;

	private boolean clockJumped;

	Invariants(InMemoryRedis redis, List<EntryKey> keys) {
		this.redis = redis;
		this.keys = keys;
		this.reads = new SourceReads(redis);
		keys.forEach((key) -> this.histories.put(key, new ValueHistory()));
	}

	static void require(boolean condition, Supplier<String> violation) {
		if (!condition) {
			throw new AssertionError(violation.get());
		}
	}

	static @Nullable String tokenOf(StoreCommand<?> command) {
		return switch (command.phase()) {
			case ACQUIRE -> ((StoreCommand.Acquire) command).token();
			case FILL -> ((StoreCommand.Fill) command).token();
			case RENEW -> ((StoreCommand.Renew) command).token();
			case RELEASE -> (command instanceof StoreCommand.Discard discard) ? discard.token()
					: (command instanceof StoreCommand.Fail fail) ? fail.token()
							: ((StoreCommand.Release) command).token();
			case EVICT -> (command instanceof StoreCommand.Seize seize) ? seize.token() : null;
			default -> null;
		};
	}

	// Commands

	Before before(StoreCommand<?> command) {
		if (command instanceof StoreCommand.Evict evict) {
			lockLost(evict.key());
		}
		else if (command instanceof StoreCommand.Seize seize) {
			lockLost(seize.key());
		}
		else if (command instanceof StoreCommand.Clear) {
			allLost();
		}
		return (command instanceof StoreCommand.Keyed<?> keyed) ? new Before(this.redis.lock(keyed.key()),
				this.redis.read(keyed.key()).stamp(), this.redis.isFresh(keyed.key())) : new Before(null, 0, false);
	}

	void carriedOut(StoreCommand<?> command, @Nullable SimulatedCall call, Before before, Object reply) {
		if (command instanceof StoreCommand.Acquire acquire) {
			if (((Acquisition) reply).outcome() == Acquisition.Outcome.WON) {
				won(acquire, call, before);
			}
			boolean passes = ((Acquisition) reply).outcome() == Acquisition.Outcome.PASSING;
			require(!passes || this.marked.containsKey(acquire.key()),
					() -> acquire + " is told to pass by a mark from before a write");
		}
		else if (command.phase() == StorePhase.FILL || command.phase() == StorePhase.RELEASE
				|| command.phase() == StorePhase.RENEW) {
			EntryKey key = ((StoreCommand.Keyed<?>) command).key();
			if (!Objects.equals(tokenOf(command), before.lock)) {
				require(Objects.equals(this.redis.lock(key), before.lock)
						&& this.redis.read(key).stamp() == before.stamp,
						() -> command + " changed something without holding the lock");
			}
			checkStored(key);
			if (Boolean.TRUE.equals(reply) && command instanceof StoreCommand.Discard discard) {
				discarded(discard);
			}
			else if (Boolean.TRUE.equals(reply) && command instanceof StoreCommand.Fill) {
				this.reads.filled();
			}
		}
	}

	private void discarded(StoreCommand.Discard discard) {
		if (!discard.passTtl().isZero()) {
			this.marked.put(discard.key(), serverTime() + discard.passTtl().toNanos());
		}
	}

	private long serverTime() {
		return this.redis.ticker() + this.redis.ahead();
	}

	private void won(StoreCommand.Acquire acquire, @Nullable SimulatedCall call, Before before) {
		this.reads.won(acquire.token());
		String lock = before.lock;
		require(lock == null || lock.startsWith("!") || lock.equals(acquire.token()),
				() -> acquire + " won a lock that is held");
		require(this.clockJumped || this.marked.getOrDefault(acquire.key(), Long.MIN_VALUE) <= serverTime(),
				() -> acquire + " won a lock though the key is uncacheable: others queue for nothing");
		require(acquire.lockTtl().toNanos() > 0, () -> acquire + " takes a lock without an end");
		if (before.fresh) {
			boolean wanted = before.stamp == acquire.seenStamp()
					&& (this.clockJumped || (call != null && call.isRefreshingEarly()));
			require(wanted, () -> acquire + " won although the entry is fresh: a second read for one expiry");
		}
	}

	/**
	 * A command has got no answer: what it left behind is not its caller's fault.
	 * @param command the command
	 */
	void doubt(StoreCommand<?> command) {
		String token = tokenOf(command);
		if (command instanceof StoreCommand.Renew renew) {
			this.reads.renewalLost(renew.token());
		}
		else if (token != null) {
			this.doubtful.add(token);
		}
	}

	// Faults

	void lockLost(EntryKey key) {
		this.reads.lockTaken(key);
		this.marked.remove(key);
	}

	void allLost() {
		this.keys.forEach(this::lockLost);
	}

	void clockJumped() {
		this.clockJumped = true;
		this.keys.forEach(this.reads::lockTaken);
	}

	void crashed(SimulatedNode node) {
		this.reads.endAll(node);
		this.doubtful.add(node.name);
	}

	// Writes

	Write writeBegins(String what, List<EntryKey> about) {
		return new Write(what, about, ++this.moment);
	}

	int putBegins(EntryKey key) {
		return history(key).putBegins();
	}

	void putEnds(EntryKey key, int value) {
		history(key).putEnds(value, ++this.moment);
	}

	void writeReturned(Write write) {
		for (EntryKey key : write.keys()) {
			history(key).written(write.began());
			checkStored(key);
		}
	}

	long voidBefore(EntryKey key) {
		return history(key).voidBefore();
	}

	// Calls

	/**
	 * A call was told of a lock, which its JVM may remember for a while.
	 * @param call the call
	 * @param reply what it was told
	 */
	void heard(SimulatedCall call, Acquisition reply) {
		call.node.told.put(call.key, this.redis.ticker());
	}

	/**
	 * A call is about to hear a reply, which may tell its JVM that a key is uncacheable.
	 * @param call the call
	 * @param reply what it is told
	 */
	void replied(SimulatedCall call, Object reply) {
		if (reply instanceof Acquisition acquisition && acquisition.outcome() == Acquisition.Outcome.PASSING) {
			mayPass(call, Duration.ofMillis(acquisition.remainingMillis()));
		}
		else if (Boolean.TRUE.equals(reply) && call.caller.command() instanceof StoreCommand.Discard discard) {
			mayPass(call, discard.passTtl());
		}
	}

	private static void mayPass(SimulatedCall call, Duration time) {
		call.node.passUntil.merge(call.key, call.node.jvm.now() + time.toNanos(), Math::max);
	}

	/**
	 * A call has taken a step with a reply. One that was told to pass waits for no other
	 * JVM.
	 * @param call the call
	 * @param reply what it was told
	 */
	void acted(SimulatedCall call, Object reply) {
		boolean passes = reply instanceof Acquisition acquisition
				&& acquisition.outcome() == Acquisition.Outcome.PASSING;
		require(!passes || !call.caller.isInWait() || call.policy.maxConcurrentReads() > 0
				|| call.caller.isOnFlightOfAnother(), () -> call + " waits though it was told to pass");
	}

	/**
	 * A call was answered before it asked for anything. If nobody else of its JVM can
	 * act, since all of them decode, the JVM may not hide an entry that has long been
	 * fresh.
	 * @param call the call
	 * @param running the calls under way
	 */
	void answeredAtOnce(SimulatedCall call, List<SimulatedCall> running) {
		StampedeListener.Request result = call.node.jvm.events().last();
		boolean loses = result == StampedeListener.Request.STALE || result == StampedeListener.Request.DEFAULTED
				|| result == StampedeListener.Request.FAILED_FAST;
		if (!loses || this.clockJumped || running.stream()
			.anyMatch((other) -> !other.busy && other.node == call.node && other.key.equals(call.key))) {
			return;
		}
		long told = call.node.told.getOrDefault(call.key, 0L);
		long hidden = Math.min(this.redis.freshFor(call.key), this.redis.ticker() - told);
		require(hidden <= LONGEST_NOTE, () -> call + " is answered " + result + " though an entry has long been fresh");
	}

	void readBegins(SimulatedCall call) {
		require(!call.entryUnread || call.caller.token() != null || call.passing,
				() -> call + " reads the source after one late reply");
		require(!call.hasRead, () -> call + " reads the source twice");
		this.reads.begin(call);
		call.value = history(call.key).read(++this.moment);
		call.reading = true;
		call.hasRead = true;
	}

	void readEnds(SimulatedCall call) {
		this.reads.end(call);
		call.reading = false;
	}

	private void sentToTheSource(SimulatedCall call) {
		call.disturbancesBefore = call.node.disturbances;
		call.fillsBefore = this.reads.fills();
		call.passing = call.caller.passes();
		require(!call.passing || call.node.passUntil.getOrDefault(call.key, Long.MIN_VALUE) >= call.node.jvm.now(),
				() -> call + " reads without the lock, and nobody has said that the key is uncacheable");
	}

	void stepped(SimulatedCall call) {
		if (call.caller.readsSource() && call.disturbancesBefore < 0) {
			sentToTheSource(call);
		}
		if (call.caller.isInWait()) {
			long latest = Math.max(call.caller.deadline(), call.caller.started() + PATIENCE);
			require(call.caller.awaitUntil() <= latest, () -> call + " waits beyond its deadline");
		}
		if (call.isOverdue() && !call.caller.readsSource()) {
			call.stepsOverdue++;
			require(call.stepsOverdue < STEPS_OVERDUE, () -> call + " does not end though its deadline has passed");
		}
	}

	void ended(SimulatedCall call) {
		this.reads.end(call);
		boolean success = call.hasRead && call.readSucceeded;
		String answer;
		try {
			answer = call.caller.answer();
		}
		catch (Throwable ex) {
			require(!success, () -> call + " has read the source and failed with " + ex);
			checkFailure(call, ex);
			return;
		}
		if (answer != null && !answer.startsWith("default")) {
			int value = Integer.parseInt(answer);
			require(!success || value == call.value, () -> call + " has read " + call.value + " and returned " + value);
			checkServed(call, value);
		}
		else {
			require(!success || call.background, () -> call + " has read the source and returned " + answer);
		}
	}

	private void checkServed(SimulatedCall call, int value) {
		ValueHistory history = history(call.key);
		require(!history.isFrom(value, call.voidHere),
				() -> call + " was served " + value + ", void before it began, as its JVM knew");
		require(call.filledHere < 0 || !history.isFrom(value, history.origin(call.filledHere)),
				() -> call + " was served " + value + ", older than " + call.filledHere
						+ ", which its JVM had filled before it began");
		boolean fromMemory = call.joined || call.unanswered
				|| call.node.jvm.events().last() == StampedeListener.Request.STALE;
		require(!history.isFrom(value, call.voidAnywhere) || (fromMemory && !call.last),
				() -> call + " was served " + value + ", void before it began");
	}

	void servedNear(SimulatedNode node, EntryKey key, String near) {
		int value = Integer.parseInt(near);
		require(!history(key).isFrom(value, node.heard(key)),
				() -> node + " served " + value + " from its memory, void as it knew");
	}

	private static void checkFailure(SimulatedCall call, Throwable ex) {
		boolean expected = (ex instanceof IOException) || ex instanceof InterruptedException
				|| (ex instanceof StampedeTimeoutException && call.isOverdue())
				|| (ex instanceof StampedeLockedException && call.policy.onLose().contains(OnLose.FAIL_FAST))
				|| (ex instanceof StampedeInterruptedException && call.interrupted)
				|| (ex instanceof IllegalStateException && call.thrownOut)
				|| (ex instanceof StampedeStoreException && !call.node.failsOpen);
		require(expected, () -> call + " failed with " + ex);
	}

	// Quiet

	/**
	 * Every call has ended and every message has arrived.
	 * @param nodes the JVMs
	 */
	void checkQuiet(List<SimulatedNode> nodes) {
		for (SimulatedNode node : nodes) {
			require(!node.jvm.hasFlights(), () -> node + " has flights that nobody is on");
			require(!node.jvm.hasPermits(), () -> node + " has permits that nobody uses");
			node.counts.check();
			for (EntryKey key : this.keys) {
				String near = node.jvm.findNear(key, SimulatedPolicies.NEAR);
				require(near == null || !history(key).isFrom(Integer.parseInt(near), voidBefore(key)),
						() -> node + " keeps a value in its memory that is void");
			}
		}
		for (EntryKey key : this.keys) {
			String lock = this.redis.lock(key);
			require(lock == null || InMemoryRedis.isMark(lock) || this.doubtful.contains(lock)
					|| this.doubtful.contains(lock.substring(0, lock.indexOf(':'))),
					() -> "The lock of " + key + " is held by nobody: " + lock);
		}
	}

	void checkStored(EntryKey key) {
		Entry entry = this.redis.read(key);
		if (entry.isPresent()) {
			int stored = valueOf(entry);
			require(!history(key).isFrom(stored, voidBefore(key)),
					() -> stored + " is stored under " + key + " and void");
		}
	}

	static int valueOf(Entry entry) {
		return Integer.parseInt(new String(entry.payload(), StandardCharsets.UTF_8));
	}

	private ValueHistory history(EntryKey key) {
		return Objects.requireNonNull(this.histories.get(key));
	}

	/**
	 * What is in Redis before a command.
	 *
	 * @param lock the lock, or null if there is none
	 * @param stamp the stamp of the entry
	 * @param fresh whether that is fresh
	 */
	record Before(@Nullable String lock, long stamp, boolean fresh) {

	}

}
