package dev.stampede.engine;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

import dev.stampede.key.EntryKey;
import dev.stampede.store.Entry;

/**
 * Flight: the single-flight request coalescing of one key in one JVM. Concurrent callers
 * share one read of the entry and one refresh. A flight belongs to nobody: one of its
 * callers leads, the others are its members, and when the leader leaves, a member claims
 * the lead. The caller that opens it is the first leader.
 * <p>
 * Safe for use by several threads.
 */
class Flight {

	private final EntryKey key;

	private final FlightTable table;

	private final WakingLock lock = new WakingLock();

	private final Waiter opener;

	private @Nullable Waiter leader;

	private volatile @Nullable Set<Waiter> members;

	private FlightState.Phase phase = FlightState.Phase.READING;

	private volatile Entry copy = Entry.ABSENT;

	private volatile @Nullable FlightOutcome outcome;

	private volatile @Nullable Lease lease;

	private volatile boolean detached;

	private volatile boolean closed;

	private volatile boolean invalidated;

	private @Nullable String holder;

	private volatile @Nullable String trace; // of the read waited for

	private volatile long readingSince;

	private volatile boolean again;

	private boolean early;

	private boolean notified;

	private boolean contended;

	Flight(EntryKey key, FlightTable table, Waiter opener) {
		this.key = key;
		this.table = table;
		this.leader = opener;
		this.opener = opener;
	}

	EntryKey key() {
		return this.key;
	}

	boolean wasOpenedBy(Waiter call) {
		return this.opener.equals(call);
	}

	// false once the flight is over
	boolean join(Waiter call) {
		return this.lock.test(() -> {
			if (this.phase == FlightState.Phase.DONE || this.detached || this.closed) {
				return false;
			}
			present().add(call);
			return true;
		});
	}

	// for a member; where the lead is vacant and nothing is decided, the member leads
	Situation situation(Waiter call) {
		return this.lock.get(() -> {
			if (this.phase == FlightState.Phase.DONE) {
				return Situation.ANSWERED;
			}
			if (this.detached) {
				return Situation.DETACHED;
			}
			if (this.early) {
				return Situation.EARLY;
			}
			if (this.phase == FlightState.Phase.WAITING || this.phase == FlightState.Phase.REGENERATING) {
				return Situation.LOST;
			}
			return takeLead(call) ? Situation.LEADING : Situation.UNDECIDED;
		});
	}

	// for a loser that waits: whether it leads
	boolean claim(Waiter call) {
		return this.lock.test(() -> !this.detached && this.phase == FlightState.Phase.WAITING && takeLead(call));
	}

	// moves on to a phase; members are woken when it makes losers of them
	void enter(FlightState.Phase next) {
		this.lock.run(() -> {
			boolean news = this.phase != next && next != FlightState.Phase.CONTENDING;
			this.phase = next;
			if (news) {
				this.lock.wakeAll(this.members);
			}
		});
	}

	void regenerate(Lease won, long now, boolean again) {
		this.readingSince = now;
		this.again = again;
		this.lease = won;
		enter(FlightState.Phase.REGENERATING);
	}

	void see(Entry entry) {
		this.lock.run(() -> {
			this.copy = entry;
			this.early = false;
		});
	}

	void refreshEarly(Entry entry) {
		this.lock.run(() -> {
			this.copy = entry;
			this.early = true;
			this.lock.wakeAll(this.members);
		});
	}

	Entry copy() {
		return this.copy;
	}

	@Nullable FlightOutcome outcome() {
		return this.outcome;
	}

	boolean isDetached() {
		return this.detached;
	}

	boolean isSetAside() {
		return this.detached || this.closed;
	}

	// whether its leader reads the source without a lock, since the store failed
	boolean isFailOpen() {
		Lease current = this.lease;
		return current != null && current.isFailOpen() && !current.hasEnded();
	}

	@Nullable Lease lease() {
		return this.lease;
	}

	void complete(FlightOutcome result) {
		endIf(() -> this.phase != FlightState.Phase.DONE, result);
	}

	// serves the members what their leader reads, unless it leads or reads no longer
	void serve(Waiter reader, FlightOutcome found) {
		endIf(() -> reader.equals(this.leader) && this.phase == FlightState.Phase.READING && !this.detached, found);
	}

	// the leader goes on with what is no hit: nobody is served by a late reply any more
	void endReading() {
		this.lock.run(() -> this.phase = (this.phase == FlightState.Phase.READING) ? FlightState.Phase.CONTENDING
				: this.phase);
	}

	// sends everyone but the leader on to a successor: the outcome of this flight must
	// not
	// be served any more, or its lease is over
	void detach() {
		this.table.setAside(this);
		boolean led = this.lock.test(() -> {
			this.detached = true;
			this.lock.wakeAll(this.members);
			this.lock.wake(this.leader);
			return this.leader != null && this.phase != FlightState.Phase.DONE;
		});
		if (!led) {
			this.table.remove(this);
		}
	}

	// a writer has made void whatever this flight has seen
	void invalidate() {
		this.invalidated = true;
		detach();
	}

	boolean isInvalidated() {
		return this.invalidated;
	}

	// the outcome is on its way to the store: who comes from now on looks for himself,
	// since an eviction may have come between
	void close() {
		boolean over = this.lock.test(() -> {
			this.closed = true;
			return this.phase == FlightState.Phase.DONE;
		});
		this.table.setAside(this);
		if (over || this.outcome != null) {
			this.table.remove(this);
		}
	}

	// lets the leader go before there is an outcome, and a member contend afresh
	void startOver(Waiter call) {
		this.lock.run(() -> {
			this.phase = FlightState.Phase.CONTENDING;
			this.lease = null;
		});
		leave(call);
	}

	// for a caller that was answered without waiting: a flight that waits, and that
	// nobody
	// leads then, would hide a fill from those who overlap on it
	void leaveAnswered(Waiter call) {
		if (this.lock
			.test(() -> this.phase == FlightState.Phase.WAITING && (this.leader == null || call.equals(this.leader)))) {
			detach();
		}
		leave(call);
	}

	// a vacant lead is offered to the next member; a flight without callers ends
	void leave(Waiter call) {
		boolean empty = this.lock.test(() -> {
			Set<Waiter> present = present();
			boolean wasMember = present.remove(call);
			if (call.equals(this.leader)) {
				this.leader = null;
			}
			if (this.leader != null || this.phase == FlightState.Phase.DONE) {
				if (wasMember && present.isEmpty()) {
					this.lock.wake(this.leader); // it may be reading for nobody
				}
				return false;
			}
			if (!present.isEmpty()) {
				this.lock.wake(present.iterator().next());
				return false;
			}
			this.phase = FlightState.Phase.DONE;
			return true;
		});
		if (empty) {
			this.table.remove(this);
		}
	}

	void readBy(@Nullable String traceParent) {
		this.trace = traceParent;
	}

	@Nullable String trace() {
		return this.trace;
	}

	// the refresh elsewhere has ended: the leader asks again at once
	void alert(@Nullable String traceParent) {
		this.trace = traceParent;
		this.lock.run(() -> {
			this.notified = true;
			this.lock.wake(this.leader);
		});
	}

	// another JVM has filled the entry: a read that is under way here is void
	void filledElsewhere(@Nullable String traceParent) {
		if (isRegenerating()) {
			detach();
		}
		else {
			alert(traceParent);
		}
	}

	boolean consumeAlert() {
		return this.lock.test(() -> {
			boolean was = this.notified;
			this.notified = false;
			return was;
		});
	}

	// true once: the contention of a flight counts once
	boolean isFirstContention() {
		return this.lock.test(() -> {
			boolean first = !this.contended;
			this.contended = true;
			return first;
		});
	}

	void heldBy(@Nullable String instance) {
		this.lock.run(() -> this.holder = instance);
	}

	// for operators
	FlightState state(long now, String instanceId) {
		return this.lock.get(() -> new FlightState(this.key, this.phase, Duration.ofNanos(now - this.opener.started()),
				present().size(), switch (this.phase) {
					case REGENERATING -> instanceId;
					case WAITING -> this.holder;
					default -> null;
				}));
	}

	// whether a read without a lock has held its members up for long enough; a second one
	// in a row is waited for, since the store refuses or is away
	boolean mayLetGo(long nanos, long now) {
		return isFailOpen() && !this.again && this.outcome == null && now - this.readingSince >= nanos;
	}

	boolean isRegenerating() {
		return this.lock.test(() -> this.phase == FlightState.Phase.REGENERATING);
	}

	// without the lock: never false once somebody has joined
	boolean wasJoined() {
		return this.members != null;
	}

	boolean hasMembers() {
		return this.lock.test(() -> this.members != null && !this.members.isEmpty());
	}

	private void endIf(BooleanSupplier possible, FlightOutcome result) {
		this.lock.run(() -> {
			if (possible.getAsBoolean()) {
				this.outcome = result;
				this.phase = FlightState.Phase.DONE;
				this.table.remove(this);
				this.lock.wakeAll(this.members);
			}
		});
	}

	private boolean takeLead(Waiter call) {
		if (this.leader == null) {
			this.leader = call;
			present().remove(call);
		}
		return call.equals(this.leader);
	}

	private Set<Waiter> present() {
		if (this.members == null) {
			this.members = new LinkedHashSet<>();
		}
		return this.members;
	}

	/**
	 * State of a flight as one of its members finds it.
	 */
	enum Situation {

		/** The flight has an outcome. */
		ANSWERED,
		/** The flight was detached: whoever is on it goes on to its successor. */
		DETACHED,
		/** The flight refreshes an entry that is still fresh. */
		EARLY,
		/** Nothing is decided yet, and somebody leads. */
		UNDECIDED,
		/** Nothing is decided yet, and the member now leads. */
		LEADING,
		/** A regeneration is running somewhere. */
		LOST

	}

}
