package dev.stampede.engine;

import org.jspecify.annotations.Nullable;

import dev.stampede.StampedeException;
import dev.stampede.StampedeStoreException;
import dev.stampede.event.StampedeListener;
import dev.stampede.store.Acquisition;
import dev.stampede.store.Entry;
import dev.stampede.store.StoreCommand;

/**
 * Contention of a flight's leader for the regeneration lock, once the entry was found
 * stale or missing: ask for the lock, wait while somebody else holds it, and end with a
 * {@link LockedRead} or with what somebody else filled. A source read also needs a permit
 * of the {@link ReadBulkhead} where the cache limits them. Confined to its call.
 *
 * @param <T> the type of the value
 */
final class LockContention<T> {

	/** As many as it takes the store to give up on a server that does not answer. */
	private static final int FAILURES_IN_A_ROW = 3;

	private final EngineContext engine;

	private final Call<T> call;

	private final Flight flight;

	private Entry early = Entry.ABSENT;

	private long seenStamp;

	private String token = "";

	private long askedAt;

	private long pause;

	private long nextPoll;

	private boolean turnedAway;

	private int failedPolls;

	private boolean yielding;

	private boolean permitMissing;

	private boolean permitMayBeFree;

	private @Nullable LockedRead<T> lockedRead;

	LockContention(EngineContext engine, Call<T> call) {
		this.engine = engine;
		this.call = call;
		this.flight = call.flight();
		this.nextPoll = engine.now();
	}

	/**
	 * Contends for the lock, knowing an entry that is of no use.
	 * @param stamp the stamp of that entry, zero if there is none
	 * @return what comes next
	 */
	Next contend(long stamp) {
		this.seenStamp = stamp;
		this.flight.enter(FlightState.Phase.CONTENDING);
		return acquire();
	}

	// refreshes an entry that is still fresh, which everyone on the flight gets meanwhile
	Next contendEarly(Entry entry) {
		this.early = entry;
		this.flight.refreshEarly(entry);
		return contend(entry.stamp());
	}

	// gives other JVMs their turn before it contends, since this one's last read failed
	Next contendAfter(long stamp, long until) {
		this.seenStamp = stamp;
		this.yielding = true;
		this.nextPoll = (until - this.call.deadline() < 0) ? until : this.call.deadline();
		this.flight.enter(FlightState.Phase.CONTENDING);
		this.call.await(this.nextPoll);
		return Next.Turn.STEP;
	}

	// waits as a loser: somebody else is, or will be, reading the source
	Next contendUnlessAnswered(long stamp, long until, long lastPause) {
		this.seenStamp = stamp;
		return waitUntil(until, lastPause);
	}

	/**
	 * Reads without the lock, since what this key gives is not stored; not in the
	 * background, where nobody needs what is read.
	 * @param stamp the stamp of an entry that is of no use, zero if there is none
	 * @return what comes next
	 */
	Next pass(long stamp) {
		this.seenStamp = stamp;
		FlightOutcome givenUp = this.flight.outcome();
		if (givenUp != null) { // at shutdown
			return new Next.Deliver(givenUp);
		}
		if (this.flight.isDetached()) {
			return Next.Turn.START_OVER;
		}
		this.turnedAway |= this.call.isBackground();
		if (this.call.isBackground() || !takePermit()) {
			return waitUntil(this.engine.now() + this.engine.backoff().longest(), 0);
		}
		return read(Lease.passing(this.engine.leases(), this.call.key(), this.call.policy(), this.engine.now(),
				this.flight::detach));
	}

	/**
	 * Asks again when it is time to, else waits, as a loser that leads.
	 * @return what comes next
	 */
	Next poll() {
		boolean due = isDue();
		if (due && this.permitMissing && !this.permitMayBeFree) {
			// nobody may read the source here, but somebody elsewhere may have
			this.nextPoll = this.engine.now() + this.engine.backoff().longest();
			this.call.ask(new StoreCommand.Read(this.call.key()));
			return Next.Turn.STEP;
		}
		if (this.flight.consumeAlert() || this.permitMayBeFree || due) {
			return acquire();
		}
		long deadline = this.call.deadline();
		this.call.await((this.nextPoll - deadline < 0) ? this.nextPoll : deadline);
		return Next.Turn.STEP;
	}

	Next awoken() {
		if (!this.yielding) {
			this.permitMayBeFree = this.permitMissing && !isDue();
			boolean leads = !this.call.isBackground() && !this.call.isOverdue() && this.flight.claim(this.call);
			return leads ? poll() : Next.Turn.LOSE;
		}
		if (this.flight.consumeAlert() || isDue()) {
			this.yielding = false;
			return acquire();
		}
		this.call.await(this.nextPoll);
		return Next.Turn.STEP;
	}

	// to an acquire, or to the release of a lock that was won too late
	Next replied(Object reply) {
		return (reply instanceof Acquisition acquisition) ? acquired(acquisition) : askAgainLater();
	}

	Next failed(StampedeException ex) {
		return (this.call.command() instanceof StoreCommand.Release) ? askAgainLater() : unavailable(ex);
	}

	void abandon() {
		if (!this.token.isEmpty()) {
			this.engine.store().executeAsync(new StoreCommand.Release(this.call.key(), this.token));
		}
	}

	boolean wasTurnedAway() {
		return this.turnedAway;
	}

	LockedRead<T> lockedRead() {
		if (this.lockedRead == null) {
			throw new IllegalStateException("Nothing was won");
		}
		return this.lockedRead;
	}

	private boolean isDue() {
		return this.nextPoll - this.engine.now() <= 0;
	}

	private Next acquire() {
		if (!takePermit()) {
			return waitUntil(this.engine.now() + this.engine.backoff().longest(), 0);
		}
		this.token = this.engine.newToken();
		this.askedAt = this.engine.now();
		this.call
			.ask(new StoreCommand.Acquire(this.call.key(), this.token, this.call.policy().lockTtl(), this.seenStamp));
		return Next.Turn.STEP;
	}

	private Next acquired(Acquisition reply) {
		this.failedPolls = 0;
		Entry entry = reply.entry();
		if (entry != null) {
			this.flight.see(entry);
			this.seenStamp = entry.stamp();
			this.early = Entry.ABSENT;
		}
		Entry seen = this.flight.copy();
		return switch (reply.outcome()) {
			case FILLED -> {
				count(StampedeListener.LockOutcome.FILLED_MEANWHILE);
				this.engine.lockStates().shown(this.call.key());
				yield end(new FlightOutcome.Fresh(seen));
			}
			case WON -> win();
			case HELD -> {
				count(StampedeListener.LockOutcome.LOST);
				this.flight.heldBy(reply.holder());
				this.engine.warnings().reportEndless(this.call.cacheName(), reply);
				yield waitElsewhere(0);
			}
			case BACKING_OFF -> {
				count(StampedeListener.LockOutcome.LOST);
				yield backOff(seen, reply.remainingMillis());
			}
			case PASSING -> pass(reply.remainingMillis() * 1_000_000, seen);
		};
	}

	private Next backOff(Entry seen, long remainingMillis) {
		if (this.early.isPresent()) {
			return end(new FlightOutcome.Fresh(this.early));
		}
		if (this.call.isUnusable(seen) || !seen.isServableOnError(this.engine.now())) {
			return waitElsewhere(remainingMillis);
		}
		this.engine.lockStates()
			.remember(this.call.key(), RecentLockStates.Kind.BACKING_OFF, remainingMillis * 1_000_000);
		return end(new FlightOutcome.Copy(seen));
	}

	private Next pass(long nanos, Entry seen) {
		if (this.early.isPresent()) {
			return end(new FlightOutcome.Fresh(this.early));
		}
		this.engine.lockStates()
			.remember(this.call.key(), RecentLockStates.Kind.PASSING, Math.max(0, nanos), Entry.ABSENT, this.flight);
		return pass(seen.stamp());
	}

	private Next win() {
		FlightOutcome givenUp = this.flight.outcome();
		if (givenUp != null) { // at shutdown
			abandon();
			return new Next.Deliver(givenUp);
		}
		this.engine.events().lock(this.call.cacheName(), StampedeListener.LockOutcome.WON);
		this.flight.isFirstContention();
		this.engine.lockStates().forget(this.call.key());
		Lease lease = Lease.won(this.engine.leases(), this.call.key(), this.token, this.call.policy(), this.askedAt,
				this.flight::detach);
		if (lease.hasEnded()) {
			this.call.ask(new StoreCommand.Release(this.call.key(), this.token));
			return Next.Turn.STEP;
		}
		return read(lease);
	}

	private Next read(Lease lease) {
		this.lockedRead = new LockedRead<>(this.engine, this.call, lease, this.early, this.turnedAway);
		this.flight.regenerate(lease, this.engine.now(), this.call.looksAgain());
		lease.start();
		return Next.Turn.READ;
	}

	private Next waitElsewhere(long leastMillis) {
		nextPause();
		this.engine.lockStates()
			.remember(this.call.key(), RecentLockStates.Kind.HELD, this.pause, this.flight.copy(), this.flight);
		return waitForOthers(leastMillis);
	}

	// it has given back a lock that it won too late: nobody is known to hold it
	private Next askAgainLater() {
		nextPause();
		return waitForOthers(0);
	}

	private void nextPause() {
		this.pause = this.engine.backoff()
			.next(Math.max(this.pause, this.engine.lockStates().lastPause(this.call.key())));
	}

	private Next waitForOthers(long leastMillis) {
		this.turnedAway = true;
		if (isLimited()) {
			this.engine.bulkhead().giveBack(this.call);
		}
		if (this.flight.isDetached()) {
			return Next.Turn.START_OVER;
		}
		return waitUntil(this.engine.now() + Math.max(this.pause, leastMillis * 1_000_000), this.pause);
	}

	private Next waitUntil(long until, long lastPause) {
		if (this.early.isPresent()) {
			return end(new FlightOutcome.Fresh(this.early));
		}
		this.nextPoll = until;
		this.pause = lastPause;
		this.flight.enter(FlightState.Phase.WAITING);
		return Next.Turn.LOSE;
	}

	private Next unavailable(StampedeException ex) {
		this.failedPolls++;
		if (this.turnedAway && this.failedPolls < FAILURES_IN_A_ROW) {
			// the lock is known to be held: one late reply is no reason to read
			return waitUntil(this.engine.now() + this.engine.backoff().longest(), this.pause);
		}
		count(StampedeListener.LockOutcome.UNAVAILABLE);
		if (this.early.isPresent()) {
			return end(new FlightOutcome.Fresh(this.early));
		}
		if (this.call.isBackground()) {
			this.turnedAway = true; // nobody waits for what it would read and could not
									// store
			return Next.Turn.LOSE;
		}
		if (!this.engine.failsOpen()) {
			return end(new FlightOutcome.Failed(ex));
		}
		Entry known = readWithoutLock(ex);
		if (known != null) {
			return end(new FlightOutcome.Fresh(known));
		}
		if (!takePermit()) {
			return waitUntil(this.engine.now() + this.engine.backoff().longest(), 0);
		}
		return read(Lease.failOpen(this.engine.leases(), this.call.key(), this.call.policy(), this.engine.now(),
				this.flight::detach));
	}

	/**
	 * Returns what this JVM has read a moment ago, since the store was away then too: in
	 * an outage each key is read once for a while, not once for each caller.
	 * @param ex the failure
	 * @return the entry, or null
	 */
	private @Nullable Entry readWithoutLock(StampedeException ex) {
		RecentLockStates.State recent = this.engine.lockStates().find(this.call.key());
		if (recent == null || recent.kind() != RecentLockStates.Kind.READ_WITHOUT_LOCK || isRefusal(ex)) {
			return null;
		}
		Entry read = recent.copy();
		boolean usable = this.call.source().takesFresh() && read.isFresh(this.engine.now())
				&& !this.call.isUnusable(read);
		return usable ? read : null;
	}

	private static boolean isRefusal(StampedeException ex) {
		return ex instanceof StampedeStoreException failure && failure.isRefusal();
	}

	private Next end(FlightOutcome outcome) {
		this.flight.complete(outcome);
		return new Next.Deliver(outcome);
	}

	/**
	 * Takes the permit to read the source, unless none is needed: a call inside a read of
	 * the same cache uses its parent's.
	 * @return whether the caller may read; else it is woken when it may try again
	 */
	private boolean takePermit() {
		this.permitMayBeFree = false;
		this.permitMissing = isLimited() && !this.engine.reentrancy().readsCache(this.call.cacheName())
				&& !this.engine.bulkhead().take(this.call, this.call.policy().maxConcurrentReads());
		return !this.permitMissing;
	}

	private boolean isLimited() {
		return this.call.policy().maxConcurrentReads() > 0;
	}

	// only what the first acquire found counts: polls do not
	private void count(StampedeListener.LockOutcome outcome) {
		if (this.flight.isFirstContention()) {
			this.engine.events().lock(this.call.cacheName(), outcome);
		}
	}

}
