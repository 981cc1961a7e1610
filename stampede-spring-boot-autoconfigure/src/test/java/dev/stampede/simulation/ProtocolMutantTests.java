package dev.stampede.simulation;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;

import org.junit.jupiter.api.Test;

import dev.stampede.engine.FlightTables;
import dev.stampede.engine.NearStorage;
import dev.stampede.key.EntryKey;
import dev.stampede.store.Acquisition;
import dev.stampede.store.InMemoryEntryStore;
import dev.stampede.store.InMemoryRedis;
import dev.stampede.store.StoreCommand;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The simulation finds what it is there to find: each mutant of the protocol breaks an
 * invariant within a bounded number of schedules.
 */
class ProtocolMutantTests {

	private static final long SCHEDULES = 20_000;

	@Test
	void fillThatDoesNotCompareTheTokenIsFound() throws InterruptedException {
		assertFound(Variant.of(FillsWithoutToken::new), "changed something without holding the lock");
	}

	@Test
	void acquireThatDoesNotReadAgainIsFound() throws InterruptedException {
		assertFound(Variant.of(AcquiresWithoutReading::new), "won although the entry is fresh");
	}

	@Test
	void releaseThatDeletesAnyLockIsFound() throws InterruptedException {
		assertFound(Variant.of(ReleasesAnyLock::new), "changed something without holding the lock");
	}

	@Test
	void evictionThatLeavesTheLockIsFound() throws InterruptedException {
		assertFound(Variant.of(EvictsTheEntryOnly::new), "and void");
	}

	@Test
	void writerThatDoesNotDetachTheFlightIsFound() throws InterruptedException {
		assertFound(Variant.with(FlightTables.KEEP_VOID_FLIGHTS), "void before it began");
	}

	@Test
	void flightOfAHungLeaderThatStaysInTheTableIsFound() throws InterruptedException {
		assertFound(Variant.with(FlightTables.KEEP_HUNG_FLIGHTS),
				"does not see the fresh entry|flights that nobody is on");
	}

	@Test
	void crowdThatStaysOnBoardThoughItIsAnsweredIsFound() throws InterruptedException {
		assertFound(Variant.with(FlightTables.LINGER_ON_BOARD), "has long been fresh|flights that nobody is on");
	}

	@Test
	void flightThatIsJoinedWhileItsFillIsOnItsWayIsFound() throws InterruptedException {
		assertFound(Variant.with(FlightTables.JOIN_CLOSED_FLIGHTS), "void before it began|has long been fresh");
	}

	@Test
	void flightThatLookedBeforeAFillOfItsJvmAndGoesOnIsFound() throws InterruptedException {
		assertFound(Variant.with(FlightTables.KEEP_LATE_SUCCESSORS), "older than");
	}

	@Test
	void jvmThatReadsTheSourceAfterOneLateReplyIsFound() throws InterruptedException {
		assertFound(Variant.of(IsTakenForDown::new), "after one late reply");
	}

	@Test
	void uncacheableKeyThatTheFleetQueuesForIsFound() throws InterruptedException {
		assertFound(Variant.of(MarksNothing::new), "others queue for nothing");
	}

	@Test
	void passMarkThatOutlivesAnEvictionIsFound() throws InterruptedException {
		assertFound(Variant.of(KeepsMarks::new), "by a mark from before a write");
	}

	@Test
	void jvmThatReadsAnUncacheableKeyTwiceAtATimeIsFound() throws InterruptedException {
		assertFound(Variant.with(FlightTables.LEAVE_PASSING_READS), "both read an uncacheable key");
	}

	@Test
	void nearEntryThatNeedsNoPlaceholderIsFound() throws InterruptedException {
		assertFound(Variant.near(new TakesWithoutPlaceholder()), "void");
	}

	private static void assertFound(Variant mutant, String violation) throws InterruptedException {
		Optional<Simulation.Failure> failure = new Simulation(mutant).findFailure(1, SCHEDULES);
		assertThat(failure).as("a schedule that fails on the mutant").isPresent();
		assertThat(failure.orElseThrow().cause()).isInstanceOf(AssertionError.class).hasMessageFindingMatch(violation);
		assertThat(failure.orElseThrow().asError()).hasMessageContaining("-Ddev.stampede.test.seed=")
			.hasMessageContaining("Violation: ");
	}

	/** Stores what anybody sends. */
	private static final class FillsWithoutToken extends InMemoryRedis {

		private FillsWithoutToken(LongSupplier ticker) {
			super(ticker);
		}

		@Override
		public boolean fill(StoreCommand.Fill command, InMemoryEntryStore sender) {
			if (!super.fill(command, sender)) {
				store(command);
			}
			return true;
		}

	}

	/** Takes a free lock though there is a fresh entry. */
	private static final class AcquiresWithoutReading extends InMemoryRedis {

		private AcquiresWithoutReading(LongSupplier ticker) {
			super(ticker);
		}

		@Override
		public synchronized Acquisition acquire(StoreCommand.Acquire command) {
			long stamp = read(command.key()).stamp();
			return super.acquire(new StoreCommand.Acquire(command.key(), command.token(), command.lockTtl(), stamp));
		}

	}

	/** Deletes the lock of whoever holds it. */
	private static final class ReleasesAnyLock extends InMemoryRedis {

		private ReleasesAnyLock(LongSupplier ticker) {
			super(ticker);
		}

		@Override
		public synchronized boolean release(StoreCommand.Release command) {
			loseLock(command.key());
			return true;
		}

	}

	/** Evicts, and lets a running regeneration store. */
	private static final class EvictsTheEntryOnly extends InMemoryRedis {

		private EvictsTheEntryOnly(LongSupplier ticker) {
			super(ticker);
		}

		@Override
		public boolean evict(EntryKey key, InMemoryEntryStore sender) {
			boolean existed = read(key).isPresent();
			drop(key);
			return existed;
		}

	}

	/** Frees the lock of what cannot be stored, and tells nobody that it cannot. */
	private static final class MarksNothing extends InMemoryRedis {

		private MarksNothing(LongSupplier ticker) {
			super(ticker);
		}

		@Override
		public boolean discard(StoreCommand.Discard command, InMemoryEntryStore sender) {
			return super.discard(
					new StoreCommand.Discard(command.key(), command.token(), command.keepsEntry(), Duration.ZERO),
					sender);
		}

	}

	/** Evicts, and leaves the mark of an uncacheable key. */
	private static final class KeepsMarks extends InMemoryRedis {

		private KeepsMarks(LongSupplier ticker) {
			super(ticker);
		}

		@Override
		public boolean evict(EntryKey key, InMemoryEntryStore sender) {
			String lock = lock(key);
			if (lock == null || !lock.startsWith("?")) {
				return super.evict(key, sender);
			}
			boolean existed = read(key).isPresent();
			drop(key);
			return existed;
		}

	}

	/** Is taken for one that does not answer. */
	private static final class IsTakenForDown extends InMemoryRedis {

		private IsTakenForDown(LongSupplier ticker) {
			super(ticker);
		}

		@Override
		public boolean isTakenForUp() {
			return false;
		}

	}

	/** Keeps what arrives, whatever came between. */
	private static final class TakesWithoutPlaceholder implements NearStorage {

		@Override
		public <K, V> ConcurrentMap<K, V> create(int maxEntries) {
			return new ConcurrentHashMap<>() {

				@Override
				public boolean replace(K key, V placeholder, V filled) {
					put(key, filled);
					return true;
				}

			};
		}

	}

}
