package dev.stampede.store;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.stampede.key.EntryKey;
import dev.stampede.store.Acquisition.Outcome;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What every entry store must do, seen by two JVMs that share one. A subclass makes the
 * two stores and ends them.
 */
public abstract class EntryStoreContract {

	private static final Duration LIMIT = Duration.ofSeconds(10);

	private static final Duration LONG = Duration.ofSeconds(30);

	private static final Duration SHORT = Duration.ofMillis(60);

	private final EntryKey key = new EntryKey("sets", UUID.randomUUID().toString());

	@SuppressWarnings("NullAway.Init")
	private EntryStore one;

	@SuppressWarnings("NullAway.Init")
	private EntryStore two;

	@SuppressWarnings("NullAway.Init")
	private Heard heard;

	/**
	 * Returns the store of the first JVM.
	 * @return the store, the same within a test
	 */
	protected abstract EntryStore first();

	/**
	 * Returns the store of the second JVM.
	 * @return the store, the same within a test
	 */
	protected abstract EntryStore second();

	/**
	 * Returns what the ticker of both stores says.
	 * @return nanoseconds
	 */
	protected abstract long ticker();

	/**
	 * Lets time pass, with a clock that does not do so by itself.
	 * @param time how much
	 */
	protected void pass(Duration time) {
	}

	/**
	 * Returns whether a store hears messages already.
	 * @param store the store
	 * @return whether messages sent from now on reach it
	 */
	protected boolean hears(EntryStore store) {
		return true;
	}

	@BeforeEach
	void openStores() {
		this.one = first();
		this.two = second();
		this.heard = new Heard();
		this.two.listen(this.heard);
	}

	@Test
	void readOfNothingIsAbsent() {
		assertThat(read(this.one).isPresent()).isFalse();
	}

	@Test
	void acquireOfFreeLockWins() {
		Acquisition reply = acquire(this.one, "a:1");
		assertThat(reply.outcome()).isEqualTo(Outcome.WON);
		assertThat(reply.entry()).isEqualTo(Entry.ABSENT);
		release(this.one, "a:1");
	}

	@Test
	void acquireOfHeldLockLosesAndNamesHolder() {
		acquire(this.one, "a:1");
		Acquisition reply = acquire(this.two, "b:2");
		assertThat(reply.outcome()).isEqualTo(Outcome.HELD);
		assertThat(reply.holder()).isEqualTo("a");
		assertThat(reply.remainingMillis()).isBetween(1L, LONG.toMillis());
		release(this.one, "a:1");
	}

	@Test
	void acquireWithOwnTokenCountsAsWon() {
		acquire(this.one, "a:1");
		assertThat(acquire(this.one, "a:1").outcome()).isEqualTo(Outcome.WON);
		release(this.one, "a:1");
	}

	@Test
	void acquireOfExpiredLockWins() {
		this.one.execute(new StoreCommand.Acquire(this.key, "a:1", SHORT, 0));
		pass(SHORT);
		until(() -> acquire(this.two, "b:2").outcome() == Outcome.WON);
		release(this.two, "b:2");
	}

	@Test
	void fillStoresValueAndGivesUpLock() {
		acquire(this.one, "a:1");
		assertThat(fill(this.one, "a:1", "value", LONG)).isTrue();
		Entry entry = read(this.two);
		assertThat(text(entry)).isEqualTo("value");
		assertThat(entry.isFresh(ticker())).isTrue();
		assertThat(entry.freshUntil() - ticker()).isBetween(Duration.ofSeconds(25).toNanos(),
				Duration.ofSeconds(31).toNanos()); // a JVM knows the time but for a round
													// trip
		assertThat(entry.readNanos()).isEqualTo(Duration.ofMillis(7).toNanos());
		assertThat(entry.nullValue()).isFalse();
		assertThat(acquire(this.two, "b:2", entry.stamp()).outcome()).isEqualTo(Outcome.WON);
		release(this.two, "b:2");
	}

	@Test
	void fillOfNullIsAnEntry() {
		acquire(this.one, "a:1");
		Filling nothing = new Filling(true, new byte[0], LONG, LONG, LONG, Duration.ZERO);
		assertThat(this.one.execute(new StoreCommand.Fill(this.key, "a:1", nothing))).isTrue();
		assertThat(read(this.two).nullValue()).isTrue();
		assertThat(read(this.two).isFresh(ticker())).isTrue();
		assertThat(read(this.two).payload()).isEmpty();
	}

	@Test
	void fillWithForeignTokenStoresNothing() {
		acquire(this.one, "a:1");
		assertThat(fill(this.two, "b:2", "foreign", LONG)).isFalse();
		assertThat(read(this.one).isPresent()).isFalse();
		release(this.one, "a:1");
	}

	@Test
	void lateFillLeavesNewerValue() {
		this.one.execute(new StoreCommand.Acquire(this.key, "a:1", SHORT, 0));
		pass(SHORT);
		until(() -> acquire(this.two, "b:2").outcome() == Outcome.WON);
		assertThat(fill(this.two, "b:2", "newer", LONG)).isTrue();
		assertThat(fill(this.one, "a:1", "late", LONG)).isFalse();
		assertThat(text(read(this.one))).isEqualTo("newer");
	}

	@Test
	void acquireWhenFilledMeanwhileReturnsValueAndSetsNoLock() {
		acquire(this.one, "a:1");
		fill(this.one, "a:1", "value", LONG);
		Acquisition reply = acquire(this.two, "b:2");
		assertThat(reply.outcome()).isEqualTo(Outcome.FILLED);
		assertThat(text(reply.entry())).isEqualTo("value");
		assertThat(release(this.two, "b:2")).isFalse();
	}

	@Test
	void acquireReturnsStaleCopyOnlyIfNotSeen() {
		Entry stale = stale();
		assertThat(stale.isServable(ticker())).isTrue();
		assertThat(text(acquire(this.one, "a:1").entry())).isEqualTo("old");
		assertThat(acquire(this.two, "b:2", stale.stamp()).entry()).isNull();
		Acquisition lost = acquire(this.two, "b:2");
		assertThat(lost.outcome()).isEqualTo(Outcome.HELD);
		assertThat(text(lost.entry())).isEqualTo("old");
		release(this.one, "a:1");
	}

	@Test
	void entryOutlivesItsTtlByItsStaleWindowsOnly() {
		acquire(this.one, "a:1");
		Filling value = new Filling(false, bytes("old"), SHORT, SHORT, Duration.ofMillis(200), Duration.ZERO);
		this.one.execute(new StoreCommand.Fill(this.key, "a:1", value));
		Entry entry = read(this.two);
		assertThat(entry.staleUntil() - entry.freshUntil()).isEqualTo(SHORT.toNanos());
		assertThat(entry.staleIfErrorUntil() - entry.freshUntil()).isEqualTo(Duration.ofMillis(200).toNanos());
		pass(Duration.ofMillis(260));
		until(() -> !read(this.two).isPresent());
	}

	@Test
	void releaseNeedsOwnToken() {
		acquire(this.one, "a:1");
		assertThat(release(this.two, "b:2")).isFalse();
		assertThat(release(this.one, "a:1")).isTrue();
		assertThat(release(this.one, "a:1")).isFalse();
	}

	@Test
	void renewExtendsOwnLockOnly() {
		this.one.execute(new StoreCommand.Acquire(this.key, "a:1", Duration.ofSeconds(5), 0));
		assertThat(this.two.execute(new StoreCommand.Renew(this.key, "b:2", LONG))).isFalse();
		assertThat(this.one.execute(new StoreCommand.Renew(this.key, "a:1", LONG))).isTrue();
		assertThat(this.one.execute(new StoreCommand.Renew(this.key, "a:1", LONG))).isTrue();
		assertThat(acquire(this.two, "b:2").remainingMillis()).isGreaterThan(Duration.ofSeconds(20).toMillis());
		release(this.one, "a:1");
		assertThat(this.one.execute(new StoreCommand.Renew(this.key, "a:1", LONG))).isFalse();
	}

	@Test
	void discardDeletesOldCopyAndLock() {
		stale();
		acquire(this.one, "a:1");
		assertThat(this.two.execute(new StoreCommand.Discard(this.key, "b:2", false, Duration.ZERO))).isFalse();
		assertThat(read(this.two).isPresent()).isTrue();
		assertThat(this.one.execute(new StoreCommand.Discard(this.key, "a:1", false, Duration.ZERO))).isTrue();
		assertThat(this.one.execute(new StoreCommand.Discard(this.key, "a:1", false, Duration.ZERO))).isFalse();
		assertThat(read(this.two).isPresent()).isFalse();
		assertThat(acquire(this.two, "b:2").outcome()).isEqualTo(Outcome.WON);
		release(this.two, "b:2");
	}

	@Test
	void discardKeepsTheCopyWhereNothingWasRead() {
		stale();
		acquire(this.one, "a:1");
		assertThat(this.one.execute(new StoreCommand.Discard(this.key, "a:1", true, Duration.ZERO))).isTrue();
		assertThat(read(this.two).isPresent()).isTrue();
		assertThat(acquire(this.two, "b:2").outcome()).isEqualTo(Outcome.WON);
		release(this.two, "b:2");
	}

	@Test
	void discardWithAMarkTellsEveryoneToPassUntilItEnds() {
		Entry stale = stale();
		acquire(this.one, "a:1");
		assertThat(discard(this.two, "b:2", LONG)).isFalse();
		assertThat(discard(this.one, "a:1", LONG)).isTrue();
		assertThat(discard(this.one, "a:1", LONG)).as("run twice").isFalse();
		Acquisition reply = acquire(this.two, "b:3", stale.stamp());
		assertThat(reply.outcome()).isEqualTo(Outcome.PASSING);
		assertThat(reply.holder()).isEqualTo(this.one.instanceId());
		assertThat(reply.remainingMillis()).isBetween(1L, LONG.toMillis());
		assertThat(reply.entry()).isEqualTo(Entry.ABSENT);
		assertThat(acquire(this.one, "a:4").outcome()).isEqualTo(Outcome.PASSING);
		assertThat(release(this.two, "b:3")).as("nobody holds it").isFalse();
		evict(this.one);
	}

	@Test
	void passMarkEnds() {
		acquire(this.one, "a:1");
		discard(this.one, "a:1", SHORT);
		pass(SHORT);
		until(() -> acquire(this.two, "b:2").outcome() == Outcome.WON);
		release(this.two, "b:2");
	}

	@Test
	void passMarkHidesNoFreshEntryAndTellsOfAStaleOne() {
		Entry stale = stale();
		acquire(this.one, "a:1");
		assertThat(this.one.execute(new StoreCommand.Discard(this.key, "a:1", true, LONG))).isTrue();
		Acquisition reply = acquire(this.two, "b:2");
		assertThat(reply.outcome()).isEqualTo(Outcome.PASSING);
		assertThat(text(reply.entry())).isEqualTo("old");
		assertThat(acquire(this.two, "b:3", stale.stamp()).entry()).isNull();
		evict(this.one);
		acquire(this.one, "a:4");
		fill(this.one, "a:4", "value", LONG);
		long stamp = read(this.one).stamp();
		acquire(this.one, "a:5", stamp);
		this.one.execute(new StoreCommand.Discard(this.key, "a:5", true, LONG));
		assertThat(acquire(this.two, "b:6").outcome()).isEqualTo(Outcome.FILLED);
		assertThat(acquire(this.two, "b:7", stamp).outcome()).isEqualTo(Outcome.PASSING);
		evict(this.one);
	}

	@Test
	void evictionPutAndClearDeleteThePassMark() {
		mark();
		evict(this.two);
		assertThat(acquire(this.two, "b:2").outcome()).isEqualTo(Outcome.WON);
		release(this.two, "b:2");
		mark();
		seize(this.two, "b:3");
		assertThat(fill(this.two, "b:3", "put", LONG)).isTrue();
		assertThat(acquire(this.one, "a:4").outcome()).isEqualTo(Outcome.FILLED);
		evict(this.two);
		mark();
		this.two.execute(new StoreCommand.Clear("sets"));
		assertThat(acquire(this.two, "b:5").outcome()).isEqualTo(Outcome.WON);
		release(this.two, "b:5");
	}

	@Test
	void waitingInstanceHearsOfAPassMark() {
		awaitHearing();
		acquire(this.one, "a:1");
		acquire(this.two, "b:2");
		discard(this.one, "a:1", LONG);
		until(() -> this.heard.freed.contains(this.key));
		evict(this.one);
	}

	@Test
	void inspectionTellsOfAPassMark() {
		mark();
		KeyState state = inspect();
		assertThat(state.lock()).isEqualTo(KeyState.LockState.PASS);
		assertThat(state.holder()).isEqualTo(this.one.instanceId());
		assertThat(state.remainingMillis()).isBetween(1L, LONG.toMillis());
		evict(this.one);
	}

	@Test
	void failOfACallerThatTakesNoFreshEntryFreesLock() {
		acquire(this.one, "a:1");
		assertThat(fill(this.one, "a:1", "v1", LONG)).isTrue();
		long stamp = read(this.one).stamp();
		this.one.execute(new StoreCommand.Acquire(this.key, "a:2", LONG, stamp));
		Failing reply = this.one.execute(new StoreCommand.Fail(this.key, "a:2", LONG, false));
		assertThat(reply.owner()).isTrue();
		assertThat(reply.copy().isPresent()).isFalse();
		assertThat(this.two.execute(new StoreCommand.Acquire(this.key, "b:2", LONG, stamp)).outcome())
			.isEqualTo(Outcome.WON);
		release(this.two, "b:2");
	}

	@Test
	void failWithoutCopyFreesLock() {
		acquire(this.one, "a:1");
		Failing reply = fail(this.one, "a:1", LONG);
		assertThat(reply.owner()).isTrue();
		assertThat(reply.copy().isPresent()).isFalse();
		assertThat(acquire(this.two, "b:2").outcome()).isEqualTo(Outcome.WON);
		release(this.two, "b:2");
	}

	@Test
	void failWithCopyKeepsEveryoneBackUntilBackoffEnds() {
		Entry stale = stale();
		acquire(this.one, "a:1");
		Failing reply = fail(this.one, "a:1", LONG);
		assertThat(reply.owner()).isTrue();
		assertThat(text(reply.copy())).isEqualTo("old");
		Acquisition refused = acquire(this.two, "b:2");
		assertThat(refused.outcome()).isEqualTo(Outcome.BACKING_OFF);
		assertThat(refused.holder()).isEqualTo(this.one.instanceId());
		assertThat(refused.remainingMillis()).isBetween(1L, LONG.toMillis());
		assertThat(text(refused.entry())).isEqualTo("old");
		assertThat(acquire(this.two, "b:2", stale.stamp()).entry()).isNull();
		evict(this.one);
	}

	@Test
	void backoffEnds() {
		stale();
		acquire(this.one, "a:1");
		fail(this.one, "a:1", SHORT);
		pass(SHORT);
		until(() -> acquire(this.two, "b:2").outcome() == Outcome.WON);
		release(this.two, "b:2");
	}

	@Test
	void backoffMarkWithoutCopyIsOverwritten() {
		acquire(this.one, "a:1");
		Filling value = new Filling(false, bytes("old"), SHORT, SHORT, SHORT, Duration.ZERO);
		this.one.execute(new StoreCommand.Fill(this.key, "a:1", value));
		Entry entry = read(this.one);
		assertThat(acquire(this.one, "a:2", entry.stamp()).outcome()).isEqualTo(Outcome.WON);
		fail(this.one, "a:2", LONG);
		pass(SHORT.multipliedBy(3));
		until(() -> acquire(this.two, "b:2", entry.stamp()).outcome() == Outcome.WON);
		evict(this.one);
	}

	@Test
	void failOfForeignerChangesNothing() {
		stale();
		acquire(this.one, "a:1");
		Failing reply = fail(this.two, "b:2", LONG);
		assertThat(reply.owner()).isFalse();
		assertThat(reply.copy().isPresent()).isFalse();
		assertThat(acquire(this.two, "b:2").outcome()).isEqualTo(Outcome.HELD);
		assertThat(release(this.one, "a:1")).isTrue();
	}

	@Test
	void failRunTwiceKeepsMark() {
		stale();
		acquire(this.one, "a:1");
		fail(this.one, "a:1", LONG);
		assertThat(fail(this.one, "a:1", LONG).owner()).isFalse();
		assertThat(acquire(this.two, "b:2").outcome()).isEqualTo(Outcome.BACKING_OFF);
		evict(this.one);
	}

	@Test
	void evictDuringRegenerationVoidsIt() {
		acquire(this.one, "a:1");
		assertThat(evict(this.two)).isFalse();
		assertThat(fill(this.one, "a:1", "before the eviction", LONG)).isFalse();
		assertThat(read(this.one).isPresent()).isFalse();
	}

	@Test
	void evictTellsWhetherThereWasAnEntry() {
		stale();
		assertThat(evict(this.two)).isTrue();
		assertThat(evict(this.two)).isFalse();
	}

	@Test
	void seizeAndFillReplaceWhateverRuns() {
		acquire(this.one, "a:1");
		assertThat(seize(this.two, "b:2")).isTrue();
		assertThat(seize(this.two, "b:2")).isTrue();
		assertThat(fill(this.two, "b:2", "put", LONG)).isTrue();
		assertThat(fill(this.one, "a:1", "before the put", LONG)).isFalse();
		assertThat(text(read(this.one))).isEqualTo("put");
	}

	@Test
	void seizeDeletesEntry() {
		stale();
		seize(this.one, "a:1");
		assertThat(read(this.two).isPresent()).isFalse();
		release(this.one, "a:1");
	}

	@Test
	void inspectionTellsOfNothing() {
		assertThat(inspect())
			.isEqualTo(new KeyState(KeyState.LockState.FREE, null, 0, KeyState.EntryState.ABSENT, 0, 0));
	}

	@Test
	void inspectionTellsOfHeldLockAndStaleEntry() {
		stale();
		acquire(this.one, "a:1");
		KeyState state = inspect();
		assertThat(state.lock()).isEqualTo(KeyState.LockState.HELD);
		assertThat(state.holder()).isEqualTo("a");
		assertThat(state.remainingMillis()).isBetween(1L, LONG.toMillis());
		assertThat(state.entry()).isEqualTo(KeyState.EntryState.STALE);
		assertThat(state.freshForMillis()).isZero();
		assertThat(state.staleForMillis()).isBetween(1L, LONG.toMillis());
		assertThat(release(this.one, "a:1")).as("it changes nothing").isTrue();
	}

	@Test
	void inspectionTellsOfFreshEntry() {
		acquire(this.one, "a:1");
		fill(this.one, "a:1", "value", LONG);
		KeyState state = inspect();
		assertThat(state.lock()).isEqualTo(KeyState.LockState.FREE);
		assertThat(state.entry()).isEqualTo(KeyState.EntryState.FRESH);
		assertThat(state.freshForMillis()).isBetween(1L, LONG.toMillis());
		assertThat(state.staleForMillis()).isBetween(LONG.toMillis(), 2 * LONG.toMillis());
		evict(this.one);
	}

	@Test
	void inspectionTellsOfBackoff() {
		stale();
		acquire(this.one, "a:1");
		fail(this.one, "a:1", LONG);
		KeyState state = inspect();
		assertThat(state.lock()).isEqualTo(KeyState.LockState.BACKOFF);
		assertThat(state.holder()).isEqualTo("a");
		evict(this.one);
	}

	@Test
	void fillRunTwiceStoresOnce() {
		acquire(this.one, "a:1");
		assertThat(fill(this.one, "a:1", "value", LONG)).isTrue();
		assertThat(fill(this.one, "a:1", "again", LONG)).isFalse();
		assertThat(text(read(this.one))).isEqualTo("value");
	}

	@Test
	void clearDeletesEntriesAndVoidsRegenerations() {
		for (String name : List.of("a", "b{c}d", "e}f", "*", "")) {
			put(new EntryKey("sets", name), "value");
		}
		EntryKey running = new EntryKey("sets", "x}{y");
		this.one.execute(new StoreCommand.Acquire(running, "a:1", LONG, 0));
		assertThat(this.two.execute(new StoreCommand.Clear("sets"))).isEqualTo(5);
		assertThat(this.one.execute(new StoreCommand.Read(new EntryKey("sets", "b{c}d"))).isPresent()).isFalse();
		Filling value = new Filling(false, bytes("late"), LONG, LONG, LONG, Duration.ZERO);
		assertThat(this.one.execute(new StoreCommand.Fill(running, "a:1", value))).isFalse();
		assertThat(this.two.execute(new StoreCommand.Clear("sets"))).isZero();
	}

	@ParameterizedTest
	@ValueSource(strings = { "price", "s*ts", "a?b", "x[1]", "x[^a]", "[a-z]", "back\\slash" })
	void clearAndEvictionMeanOneNameWhateverSignsAreInIt(String name) {
		List<String> others = List.of("price-history", "sets", "s?ts", "axb", "x1", "x[1", "a", "back", "pric");
		List<String> keys = List.of("a", "b*", "c?", "d[1]");
		for (String key : keys) {
			put(new EntryKey(name, key), "mine");
			others.forEach((other) -> put(new EntryKey(other, key), "theirs"));
		}
		EntryKey held = new EntryKey(name, "held");
		EntryKey heldElsewhere = new EntryKey("price-history", "held");
		this.one.execute(new StoreCommand.Acquire(held, "a:1", LONG, 0));
		this.one.execute(new StoreCommand.Acquire(heldElsewhere, "a:2", LONG, 0));
		assertThat(this.two.execute(new StoreCommand.Evict(new EntryKey(name, "b*")))).isTrue();
		assertThat(this.two.execute(new StoreCommand.Clear(name))).isEqualTo(keys.size() - 1);
		keys.forEach((key) -> assertThat(isPresent(name, key)).as(key).isFalse());
		others.forEach((other) -> {
			keys.forEach((key) -> assertThat(isPresent(other, key)).as(other + " " + key).isTrue());
			if (other.equals("price-history")) {
				assertThat(this.one.execute(new StoreCommand.Renew(heldElsewhere, "a:2", LONG))).isTrue();
				this.one.execute(new StoreCommand.Release(heldElsewhere, "a:2"));
			}
			this.one.execute(new StoreCommand.Clear(other));
		});
		Filling late = new Filling(false, bytes("late"), LONG, LONG, LONG, Duration.ZERO);
		assertThat(this.one.execute(new StoreCommand.Fill(held, "a:1", late))).isFalse();
		assertThat(isPresent(name, "held")).isFalse();
	}

	private boolean isPresent(String cacheName, String key) {
		return this.one.execute(new StoreCommand.Read(new EntryKey(cacheName, key))).isPresent();
	}

	@Test
	void clearLeavesOtherCachesAlone() {
		EntryKey alike = new EntryKey("s*ts", "a");
		EntryKey other = new EntryKey("sets", "a");
		EntryKey nested = new EntryKey("outer", "x}:s*ts::y");
		put(alike, "alike");
		put(other, "other");
		put(nested, "nested");
		this.one.execute(new StoreCommand.Acquire(other, "a:1", LONG, 0));
		assertThat(this.two.execute(new StoreCommand.Clear("s*ts"))).isEqualTo(1);
		assertThat(this.one.execute(new StoreCommand.Read(alike)).isPresent()).isFalse();
		assertThat(this.one.execute(new StoreCommand.Read(other)).isPresent()).isTrue();
		assertThat(this.one.execute(new StoreCommand.Read(nested)).isPresent()).isTrue();
		this.one.execute(new StoreCommand.Release(other, "a:1"));
		this.one.execute(new StoreCommand.Clear("sets"));
		this.one.execute(new StoreCommand.Clear("outer"));
	}

	@Test
	void waitingInstanceHearsOfFill() {
		awaitHearing();
		acquire(this.one, "a:1");
		acquire(this.two, "b:2");
		fill(this.one, "a:1", "value", LONG);
		until(() -> this.heard.filled.contains(this.key));
	}

	@Test
	void waitingInstanceHearsOfFailure() {
		awaitHearing();
		acquire(this.one, "a:1");
		acquire(this.two, "b:2");
		fail(this.one, "a:1", LONG);
		until(() -> this.heard.freed.contains(this.key));
	}

	@Test
	void otherInstancesHearOfEvictionPutAndClear() {
		awaitHearing();
		evict(this.one);
		until(() -> this.heard.evicted.size() == 1);
		seize(this.one, "a:1");
		until(() -> this.heard.evicted.size() == 2);
		release(this.one, "a:1");
		this.one.execute(new StoreCommand.Clear("sets"));
		until(() -> this.heard.cleared.contains("sets"));
		assertThat(this.heard.evicted).containsOnly(this.key);
	}

	@Test
	void ownMessagesAreNotHeard() {
		awaitHearing();
		evict(this.two);
		this.one.execute(new StoreCommand.Clear("sets"));
		until(() -> this.heard.cleared.contains("sets"));
		assertThat(this.heard.evicted).isEmpty();
	}

	@Test
	void fillNobodyWaitsForIsNotTold() {
		awaitHearing();
		acquire(this.one, "a:1");
		fill(this.one, "a:1", "value", LONG);
		this.one.execute(new StoreCommand.Clear("sets"));
		until(() -> this.heard.cleared.contains("sets"));
		assertThat(this.heard.filled).isEmpty();
	}

	@Test
	void evictionForgetsWhoWaited() {
		awaitHearing();
		acquire(this.one, "a:1");
		acquire(this.two, "b:2");
		evict(this.one);
		acquire(this.one, "a:3");
		fill(this.one, "a:3", "value", LONG);
		this.one.execute(new StoreCommand.Clear("sets"));
		until(() -> this.heard.cleared.contains("sets"));
		assertThat(this.heard.filled).isEmpty();
	}

	@Test
	void putTellsThoseWhoWaited() {
		awaitHearing();
		acquire(this.one, "a:1");
		acquire(this.two, "b:2");
		seize(this.one, "a:3");
		fill(this.one, "a:3", "value", LONG);
		until(() -> this.heard.filled.contains(this.key));
	}

	@Test
	void acquireRunTwiceDoesNotExtendTheLock() {
		this.one.execute(new StoreCommand.Acquire(this.key, "a:1", Duration.ofSeconds(5), 0));
		assertThat(acquire(this.one, "a:1").outcome()).isEqualTo(Outcome.WON);
		assertThat(acquire(this.two, "b:2").remainingMillis()).isBetween(1L, 5_000L);
		release(this.one, "a:1");
	}

	@Test
	void asynchronousCommandsDoTheSame() {
		CompletableFuture<Acquisition> won = async(this.one, new StoreCommand.Acquire(this.key, "a:1", LONG, 0));
		assertThat(won.join().outcome()).isEqualTo(Outcome.WON);
		Filling value = new Filling(false, bytes("value"), LONG, LONG, LONG, Duration.ZERO);
		assertThat(async(this.one, new StoreCommand.Fill(this.key, "a:1", value)).join()).isTrue();
		assertThat(text(async(this.two, new StoreCommand.Read(this.key)).join())).isEqualTo("value");
		assertThat(async(this.two, new StoreCommand.Acquire(this.key, "b:2", LONG, 0)).join().outcome())
			.isEqualTo(Outcome.FILLED);
		assertThat(async(this.one, new StoreCommand.Clear("sets")).join()).isEqualTo(1);
	}

	protected final EntryKey key() {
		return this.key;
	}

	protected final Entry read(EntryStore store) {
		return store.execute(new StoreCommand.Read(this.key));
	}

	protected final Acquisition acquire(EntryStore store, String token) {
		return acquire(store, token, 0);
	}

	protected final Acquisition acquire(EntryStore store, String token, long seenStamp) {
		return store.execute(new StoreCommand.Acquire(this.key, token, LONG, seenStamp));
	}

	protected final boolean fill(EntryStore store, String token, String value, Duration ttl) {
		Filling filling = new Filling(false, bytes(value), ttl, LONG, LONG, Duration.ofMillis(7));
		return store.execute(new StoreCommand.Fill(this.key, token, filling));
	}

	protected final boolean release(EntryStore store, String token) {
		return store.execute(new StoreCommand.Release(this.key, token));
	}

	protected final boolean evict(EntryStore store) {
		return store.execute(new StoreCommand.Evict(this.key));
	}

	protected static String text(@Nullable Entry entry) {
		return (entry != null) ? new String(entry.payload(), StandardCharsets.UTF_8) : "null";
	}

	protected static void until(Callable<Boolean> condition) {
		Awaitility.await().atMost(LIMIT).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(5)).until(condition);
	}

	private KeyState inspect() {
		return this.two.execute(new StoreCommand.Inspect(this.key));
	}

	private Entry stale() {
		acquire(this.one, "a:0");
		fill(this.one, "a:0", "old", SHORT);
		pass(SHORT.plusMillis(1));
		until(() -> !read(this.one).isFresh(ticker()));
		// a JVM may be ahead of the store by a round trip
		until(() -> acquire(this.one, "a:00").outcome() == Outcome.WON);
		release(this.one, "a:00");
		return read(this.one);
	}

	private void put(EntryKey where, String value) {
		this.one.execute(new StoreCommand.Seize(where, "a:put", LONG));
		Filling filling = new Filling(false, bytes(value), LONG, LONG, LONG, Duration.ZERO);
		assertThat(this.one.execute(new StoreCommand.Fill(where, "a:put", filling))).isTrue();
	}

	private boolean seize(EntryStore store, String token) {
		return store.execute(new StoreCommand.Seize(this.key, token, LONG));
	}

	private void mark() {
		acquire(this.one, "a:mark");
		assertThat(discard(this.one, "a:mark", LONG)).isTrue();
	}

	private boolean discard(EntryStore store, String token, Duration passTtl) {
		return store.execute(new StoreCommand.Discard(this.key, token, false, passTtl));
	}

	private Failing fail(EntryStore store, String token, Duration backoff) {
		return store.execute(new StoreCommand.Fail(this.key, token, backoff, true));
	}

	private void awaitHearing() {
		until(() -> hears(this.two));
	}

	private static <R> CompletableFuture<R> async(EntryStore store, StoreCommand<R> command) {
		return store.executeAsync(command).toCompletableFuture();
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	/**
	 * Remembers what was heard.
	 */
	private static final class Heard implements EntryStore.Listener {

		private final List<EntryKey> filled = new CopyOnWriteArrayList<>();

		private final List<EntryKey> freed = new CopyOnWriteArrayList<>();

		private final List<EntryKey> evicted = new CopyOnWriteArrayList<>();

		private final List<String> cleared = new CopyOnWriteArrayList<>();

		@Override
		public void filled(EntryKey key, @Nullable String trace) {
			this.filled.add(key);
		}

		@Override
		public void freed(EntryKey key) {
			this.freed.add(key);
		}

		@Override
		public void evicted(EntryKey key) {
			this.evicted.add(key);
		}

		@Override
		public void cleared(String cacheName) {
			this.cleared.add(cacheName);
		}

	}

}
