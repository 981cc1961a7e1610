package dev.stampede.engine;

import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;

import org.junit.jupiter.api.Test;

import dev.stampede.key.EntryKey;
import dev.stampede.store.Acquisition;
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
		assertFound(Variant.with(KeepsVoidFlights::new), "void before it began");
	}

	@Test
	void flightOfAHungLeaderThatStaysInTheTableIsFound() throws InterruptedException {
		assertFound(Variant.with(KeepsHungFlights::new), "does not see the fresh entry|flights that nobody is on");
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
		boolean fill(StoreCommand.Fill command, InMemoryEntryStore sender) {
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
		synchronized Acquisition acquire(StoreCommand.Acquire command) {
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
		synchronized boolean release(StoreCommand.Release command) {
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
		boolean evict(EntryKey key, InMemoryEntryStore sender) {
			boolean existed = read(key).isPresent();
			drop(key);
			return existed;
		}

	}

	/** Leaves callers on flights that a writer has made void. */
	private static final class KeepsVoidFlights extends FlightTable {

		@Override
		void detach(EntryKey key) {
		}

		@Override
		void detachAll(String cacheName) {
		}

	}

	/** Leaves callers on flights whose lease has ended. */
	private static final class KeepsHungFlights extends FlightTable {

		@Override
		Flight open(Call<?> opener) {
			return new Flight(opener.key(), this, opener) {
				@Override
				void detach() {
					Lease lease = lease();
					if (lease == null || !lease.hasEnded()) {
						super.detach();
					}
				}
			};
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
