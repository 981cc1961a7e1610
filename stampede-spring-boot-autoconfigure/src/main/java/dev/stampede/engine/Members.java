package dev.stampede.engine;

import org.jspecify.annotations.Nullable;

import dev.stampede.store.Entry;
import dev.stampede.store.StoreCommand;

/**
 * The members of a flight whose leader reads the entry. A hit is theirs as soon as it is
 * there, by the thread that brings it: they need not wait until the leader has woken.
 * Whatever is no plain hit is left to the leader.
 *
 * @param engine the engine
 * @param leader the call that reads
 * @param flight its flight
 */
record Members(EngineContext engine, Call<?> leader, Flight flight) implements StoreCommand.Audience {

	static @Nullable Members of(EngineContext engine, Call<?> leader) {
		// no other leader sleeps
		boolean blocks = leader.source() instanceof SourceCall.Blocking;
		boolean plain = leader.source().takesFresh() && leader.policy().earlyRefreshBeta() == 0;
		return (blocks && plain && leader.isOnFlight()) ? new Members(engine, leader, leader.flight()) : null;
	}

	@Override
	public boolean isWaiting() {
		return this.flight.wasJoined();
	}

	@Override
	public void hear(Entry entry) {
		if (entry.isFresh(this.engine.now()) && !this.leader.isUnusable(entry)) {
			this.flight.serve(this.leader, new FlightOutcome.Fresh(entry));
		}
	}

}
