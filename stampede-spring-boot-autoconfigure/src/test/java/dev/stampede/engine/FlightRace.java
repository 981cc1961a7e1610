package dev.stampede.engine;

import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import dev.stampede.StampedeException;
import dev.stampede.key.EntryKey;
import dev.stampede.policy.Policies;

/**
 * Three callers of one key and their table of flights. Each caller is confined to its
 * thread, but for its signal.
 */
final class FlightRace {

	/** The verdict on a race that did no harm. */
	static final String FINE = "fine";

	private static final EntryKey KEY = EntryKey.of("sets", "EMS0");

	private static final Node NODE = new ManualFleet().start("node");

	private static final CallSpec<String> SPEC = new CallSpec<>(KEY.cacheName(), Policies.policy().build(),
			NODE.codec());

	private static final FlightOutcome OUTCOME = new FlightOutcome.Failed(new IllegalStateException("No source here"));

	private final FlightTable table;

	final Rider first = new Rider();

	final Rider second = new Rider();

	final Rider third = new Rider();

	FlightRace(FlightTable table) {
		this.table = table;
	}

	void detach() {
		this.table.detach(KEY);
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
	final class Rider implements SourceCall.Blocking<String> {

		private final Call<String> call = new Call<>(NODE.engine(), SPEC, KEY, this, this::signal, false);

		private @Nullable Flight flight;

		private volatile boolean signalled;

		private boolean leads;

		private boolean waits;

		void board() {
			this.leads = FlightRace.this.table.board(this.call);
			this.waits = !this.leads;
			this.flight = this.call.flight();
		}

		void boardAndLook() {
			board();
			if (!this.leads) {
				look();
			}
		}

		void look() {
			this.signalled = false;
			Situation situation = this.call.flight().situation(this.call);
			this.leads = situation == Situation.LEADING;
			this.waits = situation == Situation.UNDECIDED || situation == Situation.LOST;
		}

		void claim() {
			this.signalled = false;
			this.leads = this.call.flight().claim(this.call);
			this.waits = !this.leads;
		}

		void enter(FlightState.Phase phase) {
			this.call.flight().enter(phase);
		}

		// its reply is there, for the others at least
		void serve() {
			this.call.flight().serve(this.call, OUTCOME);
		}

		void goOn() {
			Flight own = this.call.flight();
			own.endReading();
			if (own.outcome() != null) {
				goAshore();
			}
			else {
				own.enter(FlightState.Phase.WAITING);
			}
		}

		void complete() {
			this.call.flight().complete(OUTCOME);
			goAshore();
		}

		void leave() {
			this.call.leave();
			goAshore();
		}

		private void goAshore() {
			this.flight = null;
			this.leads = false;
			this.waits = false;
		}

		private void signal() {
			this.signalled |= !(FlightRace.this.table instanceof FlightMutants.Silent mutant && mutant.isSilent());
		}

		@Override
		public @Nullable String read() {
			throw new AssertionError("Nobody reads here");
		}

		@Override
		public @Nullable String defaultValue(StampedeException reason) {
			return null;
		}

	}

}
