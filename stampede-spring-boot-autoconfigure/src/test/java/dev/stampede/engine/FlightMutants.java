package dev.stampede.engine;

import org.jspecify.annotations.Nullable;

import dev.stampede.key.EntryKey;

/**
 * Tables of flights with a mistake each.
 */
final class FlightMutants {

	private FlightMutants() {
	}

	/** Leaves callers on flights that a writer has made void. */
	static final class KeepsVoidFlights extends FlightTable {

		@Override
		void invalidate(EntryKey key) {
		}

		@Override
		void invalidateAll(String cacheName) {
		}

	}

	/** Leaves callers on flights whose lease has ended. */
	static final class KeepsHungFlights extends FlightTable {

		@Override
		Flight open(Waiter opener) {
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

	/** Lets callers that were answered at once stay on board until the next one is. */
	static final class LingersOnBoard extends FlightTable {

		@Override
		Flight open(Waiter opener) {
			return new Flight(opener.key(), this, opener) {

				private @Nullable Waiter last;

				@Override
				void leaveAnswered(Waiter call) {
					Waiter before = this.last;
					this.last = call;
					if (before != null) {
						super.leave(before);
					}
				}
			};
		}

	}

	/** Lets callers join flights whose outcome is on its way to the store. */
	static final class JoinsClosedFlights extends FlightTable {

		@Override
		Flight open(Waiter opener) {
			return new Flight(opener.key(), this, opener) {
				@Override
				void close() {
				}
			};
		}

	}

	/** Leaves callers on a flight that looked before a fill of its JVM. */
	static final class KeepsLateSuccessors extends FlightTable {

		@Override
		void supersede(EntryKey key, @Nullable String trace) {
			alert(key, trace);
		}

	}

	/** Takes a passing read for one that waits for the store to answer again. */
	static final class LeavesPassingReads extends FlightTable {

		@Override
		Flight open(Waiter opener) {
			return new Flight(opener.key(), this, opener) {
				@Override
				boolean mayLetGo(long nanos, long now) {
					Lease lease = lease();
					return (lease != null && lease.isPassing() && outcome() == null) || super.mayLetGo(nanos, now);
				}
			};
		}

	}

	/** Lets whoever looks at a flight lead it. */
	static final class AnybodyLeads extends FlightTable {

		@Override
		Flight open(Waiter opener) {
			return new Flight(opener.key(), this, opener) {
				@Override
				Flight.Situation situation(Waiter call) {
					Flight.Situation situation = super.situation(call);
					return (situation == Flight.Situation.UNDECIDED) ? Flight.Situation.LEADING : situation;
				}
			};
		}

	}

	/** Offers a vacant lead to nobody. */
	static final class LeavesSilently extends Silent {

		@Override
		Flight open(Waiter opener) {
			return new Flight(opener.key(), this, opener) {
				@Override
				void leave(Waiter call) {
					silently(() -> super.leave(call));
				}
			};
		}

	}

	/** Looks for members before it takes the lock, not under it. */
	static final class CountsBeforeItLeaves extends Silent {

		@Override
		Flight open(Waiter opener) {
			return new Flight(opener.key(), this, opener) {
				@Override
				void leave(Waiter call) {
					if (hasMembers()) {
						super.leave(call);
					}
					else {
						silently(() -> super.leave(call));
					}
				}
			};
		}

	}

	/** Does not say that its leader goes on with something else. */
	static final class ServesBehindItsLeader extends FlightTable {

		@Override
		Flight open(Waiter opener) {
			return new Flight(opener.key(), this, opener) {
				@Override
				void endReading() {
					// and a reply may still end it
				}
			};
		}

	}

	/** Leaves a flight that is over in the table. */
	static final class StaysInTheTable extends FlightTable {

		@Override
		Flight open(Waiter opener) {
			return new Flight(opener.key(), new FlightTable(), opener);
		}

	}

	/** Keeps signals back that one thread gives. */
	abstract static class Silent extends FlightTable {

		private volatile @Nullable Thread silent;

		boolean isSilent() {
			return Thread.currentThread() == this.silent;
		}

		void silently(Runnable action) {
			this.silent = Thread.currentThread();
			action.run();
			this.silent = null;
		}

	}

}
