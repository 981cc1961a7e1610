package dev.stampede.engine;

/**
 * The flights that a {@link Node} may have: as they are, or with a mistake that a
 * simulation must find.
 */
public enum FlightTables {

	/** As they are. */
	SOUND,
	/** Callers stay on flights that a writer has made void. */
	KEEP_VOID_FLIGHTS,
	/** Callers stay on flights whose lease has ended. */
	KEEP_HUNG_FLIGHTS,
	/** Callers that were answered at once stay on board until the next one is. */
	LINGER_ON_BOARD,
	/** Callers join flights whose outcome is on its way to the store. */
	JOIN_CLOSED_FLIGHTS,
	/** Callers stay on a flight that looked before a fill of its JVM. */
	KEEP_LATE_SUCCESSORS,
	/** Callers that wait for a passing read go on to another one. */
	LEAVE_PASSING_READS;

	FlightTable create() {
		return switch (this) {
			case SOUND -> new FlightTable();
			case KEEP_VOID_FLIGHTS -> new FlightMutants.KeepsVoidFlights();
			case KEEP_HUNG_FLIGHTS -> new FlightMutants.KeepsHungFlights();
			case LINGER_ON_BOARD -> new FlightMutants.LingersOnBoard();
			case JOIN_CLOSED_FLIGHTS -> new FlightMutants.JoinsClosedFlights();
			case KEEP_LATE_SUCCESSORS -> new FlightMutants.KeepsLateSuccessors();
			case LEAVE_PASSING_READS -> new FlightMutants.LeavesPassingReads();
		};
	}

}
