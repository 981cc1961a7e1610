package dev.stampede.engine;

import org.jspecify.annotations.Nullable;

import dev.stampede.policy.RefreshMode;
import dev.stampede.store.Entry;

/**
 * Decides, for the leader of a flight, what becomes of an entry that is no plain hit: it
 * is rebuilt early, or served stale without asking Redis again, or contended for.
 */
final class Triage {

	private final EngineContext engine;

	private final Call<?> call;

	private final CallPath<?> path;

	private final Entry entry;

	private final RecentLockStates.@Nullable Note note;

	Triage(EngineContext engine, Call<?> call, CallPath<?> path, Entry entry) {
		this.engine = engine;
		this.call = call;
		this.path = path;
		this.entry = entry;
		this.note = engine.notes().find(call.key());
	}

	void proceed() {
		long now = this.engine.now();
		boolean usable = !this.call.isUnusable(this.entry);
		if (usable && this.entry.isFresh(now)) {
			rebuildEarly();
			return;
		}
		this.call.flight().see(this.entry);
		boolean stale = usable && this.entry.isServable(now);
		if (isNoted(RecentLockStates.Kind.BACKING_OFF) && usable && this.entry.isServableOnError(now)) {
			answer(new FlightOutcome.Copy(this.entry));
		}
		else if (isNoted(RecentLockStates.Kind.YIELDING)) {
			this.path.regeneration().contendAfter(this.entry.stamp(), now + rest(now));
		}
		else if (isNoted(RecentLockStates.Kind.HELD) && answersAtOnce(this.call, stale)) {
			this.path.regeneration().contendUnlessAnswered(this.entry.stamp(), now + rest(now), lastPause());
		}
		else if (stale && this.call.policy().refresh() == RefreshMode.BACKGROUND && !this.call.isBackground()) {
			this.call.refreshAfterwards();
			this.path.regeneration().contendUnlessAnswered(this.entry.stamp(), now, 0);
		}
		else {
			this.path.regeneration().contend(this.entry.stamp());
		}
	}

	private void rebuildEarly() {
		if (this.note != null) {
			answer(new FlightOutcome.Fresh(this.entry));
		}
		else {
			this.path.regeneration().contendEarly(this.entry);
		}
	}

	private void answer(FlightOutcome outcome) {
		this.call.flight().complete(outcome);
		this.path.answers().deliver(outcome);
	}

	/**
	 * Returns what this JVM has seen a moment ago, if a loser needs no more than that:
	 * with the lock held elsewhere, one that answers at once costs no command of its own.
	 * @param engine the engine
	 * @param call the opener of a flight
	 * @return the entry, or null if it has to be read
	 */
	static @Nullable Entry known(EngineContext engine, Call<?> call) {
		RecentLockStates.Note note = engine.notes().find(call.key());
		if (note == null || note.kind() != RecentLockStates.Kind.HELD || call.isUnusable(note.copy())) {
			return null;
		}
		long now = engine.now();
		// a hit is for Redis to give: the copy may have been evicted a moment ago
		boolean answers = !note.copy().isFresh(now) && answersAtOnce(call, note.copy().isServable(now));
		return answers ? note.copy() : null;
	}

	private static boolean answersAtOnce(Call<?> call, boolean stale) {
		return !call.isBackground() && switch (call.policy().onLose().get(0)) {
			case SERVE_STALE -> stale;
			case RETURN_DEFAULT, FAIL_FAST -> true;
			case POLL -> false;
		};
	}

	private boolean isNoted(RecentLockStates.Kind kind) {
		return this.note != null && this.note.kind() == kind;
	}

	private long rest(long now) {
		return (this.note != null) ? this.note.until() - now : 0;
	}

	private long lastPause() {
		return (this.note != null) ? this.note.pause() : 0;
	}

}
