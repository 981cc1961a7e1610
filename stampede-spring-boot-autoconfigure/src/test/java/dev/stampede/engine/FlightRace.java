package dev.stampede.engine;

import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import dev.stampede.key.EntryKey;

/**
 * Three callers of one key and their table of flights. Each caller is confined to its
 * thread, but for its signal.
 */
final class FlightRace {

	/** The verdict on a race that did no harm. */
	static final String FINE = "fine";

	private static final EntryKey KEY = EntryKey.of("sets", "EMS0");

	private static final FlightOutcome OUTCOME = new FlightOutcome.Failed(new IllegalStateException("No source here"));

	private final FlightTable table;

	final Rider first = new Rider();

	final Rider second = new Rider();

	final Rider third = new Rider();

	FlightRace(FlightTable table) {
		this.table = table;
	}

	void detach() {
		this.table.invalidate(KEY);
	}

	/**
	 * Judges what the race has led to.
	 * @return what is wrong, or {@link #FINE}
	 */
	String verdict() {
		List<Rider> riders = List.of(this.first, this.second, this.third);
		for (Rider rider : riders) {
			Flight flight = rider.flight;
			if (rider.leads && riders.stream()
				.anyMatch((other) -> !other.equals(rider) && other.leads && Objects.equals(other.flight, flight))) {
				return "two lead one flight";
			}
			if (flight != null && rider.waits && !rider.signalled) {
				if (flight.outcome() != null || flight.isDetached()) {
					return "somebody waits for a flight that is over";
				}
				if (riders.stream()
					.noneMatch((other) -> flight.equals(other.flight) && (other.leads || other.signalled))) {
					return "nobody was told that the lead is vacant";
				}
			}
		}
		for (Rider rider : riders) {
			Flight flight = rider.flight;
			if (rider.leads && flight != null && !flight.isDetached() && !this.table.all().contains(flight)) {
				return "a flight that is led is not in the table";
			}
		}
		for (Flight flight : this.table.all()) {
			if (flight.outcome() != null || flight.isDetached()
					|| riders.stream().noneMatch((rider) -> flight.equals(rider.flight))) {
				return "a flight that is over is in the table";
			}
		}
		if (this.table.unfinished().stream().anyMatch((flight) -> flight.outcome() != null)) {
			return "a flight that is over is kept";
		}
		return FINE;
	}

	/** A caller. */
	final class Rider implements Waiter {

		private @Nullable Flight flight;

		private volatile boolean signalled;

		private boolean leads;

		private boolean waits;

		void board() {
			Flight boarded = FlightRace.this.table.board(this);
			this.leads = boarded.wasOpenedBy(this);
			this.waits = !this.leads;
			this.flight = boarded;
		}

		void boardAndLook() {
			board();
			if (!this.leads) {
				look();
			}
		}

		void look() {
			this.signalled = false;
			Flight.Situation situation = own().situation(this);
			this.leads = situation == Flight.Situation.LEADING;
			this.waits = situation == Flight.Situation.UNDECIDED || situation == Flight.Situation.LOST;
		}

		void claim() {
			this.signalled = false;
			this.leads = own().claim(this);
			this.waits = !this.leads;
		}

		void enter(FlightState.Phase phase) {
			own().enter(phase);
		}

		// its reply is there, for the others at least
		void serve() {
			own().serve(this, OUTCOME);
		}

		void goOn() {
			Flight own = own();
			own.endReading();
			if (own.outcome() != null) {
				goAshore();
			}
			else {
				own.enter(FlightState.Phase.WAITING);
			}
		}

		void complete() {
			own().complete(OUTCOME);
			goAshore();
		}

		void leave() {
			own().leave(this);
			goAshore();
		}

		private void goAshore() {
			this.flight = null;
			this.leads = false;
			this.waits = false;
		}

		private Flight own() {
			return Objects.requireNonNull(this.flight);
		}

		@Override
		public EntryKey key() {
			return KEY;
		}

		@Override
		public long started() {
			return 0;
		}

		@Override
		public void wake() {
			this.signalled |= !(FlightRace.this.table instanceof FlightMutants.Silent mutant && mutant.isSilent());
		}

	}

}
