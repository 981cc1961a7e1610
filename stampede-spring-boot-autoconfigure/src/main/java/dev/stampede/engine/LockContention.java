package dev.stampede.engine;

import org.jspecify.annotations.Nullable;

import dev.stampede.StampedeException;
import dev.stampede.event.StampedeListener;
import dev.stampede.store.Acquisition;
import dev.stampede.store.Entry;
import dev.stampede.store.StoreCommand;

/**
 * The leader's part of the protocol, once the entry was found stale or missing: contend
 * for the lock, and wait for it or read the source; then a {@link LockedRead} fills the
 * entry and gives up the lock. Confined to its call.
 *
 * @param <T> the type of the value
 */
final class LockContention<T> {

	/** As many as it takes the store to give up on a server that does not answer. */
	private static final int FAILURES_IN_A_ROW = 3;

	private final EngineContext engine;

	private final Call<T> call;

	private final CallPath<T> path;

	private final Flight flight;

	private final ReadPermit permit;

	private Entry early = Entry.ABSENT;

	private long seenStamp;

	private String token = "";

	private long askedAt;

	private long pause;

	private long nextPoll;

	private boolean turnedAway;

	private int failedPolls;

	private boolean yielding;

	private @Nullable LockedRead<T> winning;

	LockContention(EngineContext engine, Call<T> call, CallPath<T> path) {
		this.engine = engine;
		this.call = call;
		this.path = path;
		this.flight = call.flight();
		this.permit = new ReadPermit(engine, call);
		this.nextPoll = engine.now();
	}

	/**
	 * Contends for the lock, knowing an entry that is of no use.
	 * @param stamp the stamp of that entry, zero if there is none
	 */
	void contend(long stamp) {
		this.seenStamp = stamp;
		this.flight.enter(FlightState.Phase.CONTENDING);
		acquire();
	}

	// rebuilds an entry that is still fresh, which everyone on the flight gets meanwhile
	void contendEarly(Entry entry) {
		this.early = entry;
		this.flight.refreshEarly(entry);
		contend(entry.stamp());
	}

	// gives other JVMs their turn before it contends, since this one's last read failed
	void contendAfter(long stamp, long until) {
		this.seenStamp = stamp;
		this.yielding = true;
		this.nextPoll = (until - this.call.deadline() < 0) ? until : this.call.deadline();
		this.flight.enter(FlightState.Phase.CONTENDING);
		this.call.await(this.nextPoll);
	}

	// waits as a loser: somebody else is, or will be, reading the source
	void contendUnlessAnswered(long stamp, long until, long lastPause) {
		this.seenStamp = stamp;
		waitUntil(until, lastPause);
	}

	/**
	 * Asks again when it is time, else waits, as a loser that leads.
	 * @param deadline the ticker's value at which the caller gives up
	 */
	void poll(long deadline) {
		boolean due = this.nextPoll - this.engine.now() <= 0;
		if (due && this.permit.isMissing()) {
			// nobody may read the source here, but somebody elsewhere may have
			this.nextPoll = this.engine.now() + this.engine.pauses().longest();
			this.call.ask(new StoreCommand.Read(this.call.key()));
		}
		else if (this.flight.consumeAlert() || this.permit.mayBeFree() || due) {
			acquire();
		}
		else {
			this.call.await((this.nextPoll - deadline < 0) ? this.nextPoll : deadline);
		}
	}

	void awoken() {
		if (!this.yielding) {
			this.permit.woken(this.nextPoll - this.engine.now() > 0);
			this.path.lose();
		}
		else if (this.flight.consumeAlert() || this.nextPoll - this.engine.now() <= 0) {
			this.yielding = false;
			acquire();
		}
		else {
			this.call.await(this.nextPoll);
		}
	}

	void replied(Object reply) {
		if (reply instanceof Acquisition acquisition) {
			acquired(acquisition);
		}
		else if (this.winning != null) {
			this.winning.replied(reply);
		}
		else {
			waitElsewhere(0);
		}
	}

	void failed(StampedeException ex) {
		if (this.winning != null) {
			this.winning.failed(ex);
		}
		else if (this.call.command() instanceof StoreCommand.Release) {
			waitElsewhere(0);
		}
		else {
			unavailable(ex);
		}
	}

	void abandon() {
		if (this.winning != null) {
			this.winning.abandon();
		}
		else if (!this.token.isEmpty()) {
			this.engine.store().executeAsync(new StoreCommand.Release(this.call.key(), this.token));
		}
	}

	boolean wasTurnedAway() {
		return this.turnedAway;
	}

	private void acquire() {
		if (!this.permit.take()) {
			waitUntil(this.engine.now() + this.engine.pauses().longest(), 0);
			return;
		}
		this.token = this.engine.newToken();
		this.askedAt = this.engine.now();
		this.call
			.ask(new StoreCommand.Acquire(this.call.key(), this.token, this.call.policy().lockTtl(), this.seenStamp));
	}

	private void acquired(Acquisition reply) {
		this.failedPolls = 0;
		Entry entry = reply.entry();
		if (entry != null) {
			this.flight.see(entry);
			this.seenStamp = entry.stamp();
			this.early = Entry.ABSENT;
		}
		Entry seen = this.flight.copy();
		switch (reply.outcome()) {
			case FILLED -> {
				count(StampedeListener.LockOutcome.FILLED_MEANWHILE);
				end(new FlightOutcome.Fresh(seen));
			}
			case WON -> win();
			case HELD -> {
				count(StampedeListener.LockOutcome.LOST);
				this.flight.heldBy(reply.holder());
				this.engine.notes().reportEndless(this.call.cacheName(), reply);
				waitElsewhere(0);
			}
			case BACKING_OFF -> {
				count(StampedeListener.LockOutcome.LOST);
				if (this.early.isPresent()) {
					end(new FlightOutcome.Fresh(this.early));
				}
				else if (this.call.isUnusable(seen) || !seen.isServableOnError(this.engine.now())) {
					waitElsewhere(reply.remainingMillis());
				}
				else {
					this.engine.notes()
						.note(this.call.key(), RecentLockStates.Kind.BACKING_OFF, reply.remainingMillis() * 1_000_000);
					end(new FlightOutcome.Copy(seen));
				}
			}
		}
	}

	private void win() {
		FlightOutcome givenUp = this.flight.outcome();
		if (givenUp != null) { // at shutdown
			abandon();
			this.path.answers().deliver(givenUp);
			return;
		}
		this.engine.events().lock(this.call.cacheName(), StampedeListener.LockOutcome.WON);
		this.flight.isFirstContention();
		this.engine.notes().forget(this.call.key());
		Lease lease = Lease.won(this.engine, this.call.key(), this.token, this.call.policy(), this.askedAt,
				this.flight::detach);
		if (lease.hasEnded()) {
			this.call.ask(new StoreCommand.Release(this.call.key(), this.token));
			return;
		}
		read(lease);
	}

	private void read(Lease lease) {
		this.winning = new LockedRead<>(this.engine, this.call, this.path, lease, this.early);
		this.flight.regenerate(lease);
		lease.start();
		this.path.tookOver();
		this.call.readSource();
	}

	private void waitElsewhere(long leastMillis) {
		this.turnedAway = true;
		this.permit.giveBack();
		this.pause = this.engine.pauses().next(Math.max(this.pause, this.engine.notes().lastPause(this.call.key())));
		this.engine.notes().note(this.call.key(), RecentLockStates.Kind.HELD, this.pause, this.flight.copy());
		if (this.flight.isDetached()) {
			this.engine.notes().forget(this.call.key());
			this.path.startOver();
			return;
		}
		waitUntil(this.engine.now() + Math.max(this.pause, leastMillis * 1_000_000), this.pause);
	}

	private void waitUntil(long until, long lastPause) {
		if (this.early.isPresent()) {
			end(new FlightOutcome.Fresh(this.early));
			return;
		}
		this.nextPoll = until;
		this.pause = lastPause;
		this.flight.enter(FlightState.Phase.WAITING);
		this.path.lose();
	}

	private void unavailable(StampedeException ex) {
		this.failedPolls++;
		if (this.turnedAway && this.failedPolls < FAILURES_IN_A_ROW) {
			// the lock is known to be held: one late reply is no reason to read
			waitUntil(this.engine.now() + this.engine.pauses().longest(), this.pause);
			return;
		}
		count(StampedeListener.LockOutcome.UNAVAILABLE);
		if (this.early.isPresent()) {
			end(new FlightOutcome.Fresh(this.early));
		}
		else if (this.engine.failsOpen() && !this.permit.take()) {
			waitUntil(this.engine.now() + this.engine.pauses().longest(), 0);
		}
		else if (this.engine.failsOpen()) {
			read(Lease.failOpen(this.engine, this.call.key(), this.call.policy(), this.engine.now(),
					this.flight::detach));
		}
		else {
			end(new FlightOutcome.Failed(ex));
		}
	}

	private void end(FlightOutcome outcome) {
		this.flight.complete(outcome);
		this.path.answers().deliver(outcome);
	}

	// only what the first acquire found counts: polls do not
	private void count(StampedeListener.LockOutcome outcome) {
		if (this.flight.isFirstContention()) {
			this.engine.events().lock(this.call.cacheName(), outcome);
		}
	}

	LockedRead<T> won() {
		if (this.winning == null) {
			throw new IllegalStateException("Nothing was won");
		}
		return this.winning;
	}

}
