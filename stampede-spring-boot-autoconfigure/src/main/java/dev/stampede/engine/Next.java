package dev.stampede.engine;

import dev.stampede.event.StampedeListener;
import dev.stampede.store.Entry;

/**
 * Continuation of a call. The parts of the protocol return it, and {@link CallPath} alone
 * acts on it; so no part knows another one.
 */
sealed interface Next {

	/** A turn that needs to be told nothing more. */
	enum Turn implements Next {

		/** The call has its next {@link Step}: the driver does it. */
		STEP,
		/** The call is a loser and goes down its chain. */
		LOSE,
		/** The loser that leads asks the store, or waits until it is time to. */
		POLL,
		/** The lock is held, or there is no store to hold one: read the source. */
		READ,
		/** The flight is void for this call: board another one. */
		START_OVER

	}

	/**
	 * The call is given what its flight ended with.
	 *
	 * @param outcome how the flight ended
	 */
	record Deliver(FlightOutcome outcome) implements Next {

	}

	/**
	 * A copy stands in for the failed read of this very call, which does not read again.
	 *
	 * @param failure what the read threw
	 * @param copy the copy
	 * @param result how it counts
	 */
	record StandIn(Throwable failure, Entry copy, StampedeListener.Request result) implements Next {

	}

}
