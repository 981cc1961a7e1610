package dev.stampede;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

/**
 * The in-process regeneration that concurrent callers of one key share. It belongs to
 * nobody: one of its callers leads, the others are its members, and when the leader
 * leaves, a member claims the lead. Whoever opens it is the first leader.
 * <p>
 * Safe for use by several threads. The lock is held for a few field accesses only.
 */
class Flight {

	private final EntryKey key;

	private final FlightTable table;

	private final ReentrantLock lock = new ReentrantLock();

	private @Nullable Call<?> leader;

	private @Nullable Set<Call<?>> members;

	private final List<Call<?>> toWake = new ArrayList<>(0);

	private FlightPhase phase = FlightPhase.READING;

	private volatile Entry copy = Entry.ABSENT;

	private volatile @Nullable Outcome outcome;

	private volatile @Nullable Lease lease;

	private volatile boolean detached;

	private boolean early;

	private boolean notified;

	private boolean contended;

	Flight(EntryKey key, FlightTable table, Call<?> opener) {
		this.key = key;
		this.table = table;
		this.leader = opener;
	}

	EntryKey key() {
		return this.key;
	}

	// whether the member is on board: not once the flight is over
	boolean join(Call<?> call) {
		return test(() -> {
			if (this.phase == FlightPhase.DONE || this.detached) {
				return false;
			}
			board().add(call);
			return true;
		});
	}

	/**
	 * Tells a member how things stand; where the lead is vacant and nothing is decided,
	 * it becomes the leader.
	 * @param call the member
	 * @return what it finds
	 */
	Situation situation(Call<?> call) {
		this.lock.lock();
		try {
			if (this.phase == FlightPhase.DONE) {
				return Situation.ANSWERED;
			}
			if (this.detached) {
				return Situation.DETACHED;
			}
			if (this.early) {
				return Situation.EARLY;
			}
			if (this.phase == FlightPhase.WAITING || this.phase == FlightPhase.REGENERATING) {
				return Situation.LOST;
			}
			return takeLead(call) ? Situation.LEADING : Situation.UNDECIDED;
		}
		finally {
			this.lock.unlock();
		}
	}

	// for a loser that waits: whether it leads, now or already
	boolean claim(Call<?> call) {
		return test(() -> !this.detached && this.phase == FlightPhase.WAITING && takeLead(call));
	}

	/**
	 * Moves on to a phase; those on board are woken when it makes losers of them.
	 * @param next the phase
	 */
	void enter(FlightPhase next) {
		run(() -> {
			boolean news = this.phase != next && next != FlightPhase.CONTENDING;
			this.phase = next;
			if (news) {
				wakeMembers();
			}
		});
	}

	void regenerate(Lease won) {
		this.lease = won;
		enter(FlightPhase.REGENERATING);
	}

	void see(Entry entry) {
		run(() -> {
			this.copy = entry;
			this.early = false;
		});
	}

	void refreshEarly(Entry entry) {
		run(() -> {
			this.copy = entry;
			this.early = true;
			wakeMembers();
		});
	}

	Entry copy() {
		return this.copy;
	}

	@Nullable Outcome outcome() {
		return this.outcome;
	}

	boolean isDetached() {
		return this.detached;
	}

	@Nullable Lease lease() {
		return this.lease;
	}

	void complete(Outcome result) {
		run(() -> {
			if (this.phase != FlightPhase.DONE) {
				this.outcome = result;
				this.phase = FlightPhase.DONE;
				wakeMembers();
			}
		});
		this.table.remove(this);
	}

	// sends everyone but the leader on to a successor: what this flight will end with
	// must not be served any more, or is nowhere in sight
	void detach() {
		this.table.setAside(this);
		boolean led = test(() -> {
			this.detached = true;
			wakeMembers();
			wakeLeader();
			return this.leader != null && this.phase != FlightPhase.DONE;
		});
		if (!led) {
			this.table.remove(this);
		}
	}

	// lets the leader go before there is an outcome, and a member contend afresh
	void startOver(Call<?> call) {
		run(() -> {
			this.phase = FlightPhase.CONTENDING;
			this.lease = null;
		});
		leave(call);
	}

	// a vacant lead is offered to the next member; a flight that nobody is on ends
	void leave(Call<?> call) {
		boolean empty = test(() -> {
			Set<Call<?>> present = board();
			boolean wasMember = present.remove(call);
			if (this.leader == call) {
				this.leader = null;
			}
			if (this.leader != null || this.phase == FlightPhase.DONE) {
				if (wasMember && present.isEmpty()) {
					wakeLeader(); // it may be reading for nobody
				}
				return false;
			}
			if (!present.isEmpty()) {
				this.toWake.add(present.iterator().next());
				return false;
			}
			this.phase = FlightPhase.DONE;
			return true;
		});
		if (empty) {
			this.table.remove(this);
		}
	}

	// the regeneration elsewhere has ended: the leader asks again at once
	void alert() {
		run(() -> {
			this.notified = true;
			wakeLeader();
		});
	}

	boolean consumeAlert() {
		return test(() -> {
			boolean was = this.notified;
			this.notified = false;
			return was;
		});
	}

	// whether nobody on this flight was told before what became of its contention
	boolean isFirstContention() {
		return test(() -> {
			boolean first = !this.contended;
			this.contended = true;
			return first;
		});
	}

	boolean isRegenerating() {
		return test(() -> this.phase == FlightPhase.REGENERATING);
	}

	boolean hasMembers() {
		return test(() -> this.members != null && !this.members.isEmpty());
	}

	private boolean takeLead(Call<?> call) {
		if (this.leader == null) {
			this.leader = call;
			board().remove(call);
		}
		return this.leader == call;
	}

	private Set<Call<?>> board() {
		if (this.members == null) {
			this.members = new LinkedHashSet<>();
		}
		return this.members;
	}

	private void wakeMembers() {
		if (this.members != null) {
			this.toWake.addAll(this.members);
		}
	}

	private void wakeLeader() {
		if (this.leader != null) {
			this.toWake.add(this.leader);
		}
	}

	private void run(Runnable action) {
		test(() -> {
			action.run();
			return true;
		});
	}

	// whoever is to be woken is woken after the lock was given back
	private boolean test(BooleanSupplier action) {
		List<Call<?>> woken = List.of();
		this.lock.lock();
		try {
			return action.getAsBoolean();
		}
		finally {
			if (!this.toWake.isEmpty()) {
				woken = List.copyOf(this.toWake);
				this.toWake.clear();
			}
			this.lock.unlock();
			woken.forEach(Call::wake);
		}
	}

}
