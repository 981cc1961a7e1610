package dev.stampede.engine;

import org.jspecify.annotations.Nullable;

import dev.stampede.event.StampedeListener;
import dev.stampede.store.Entry;
import dev.stampede.store.StoreCommand;

/**
 * Gives a call what its flight ended with: its own copy of an entry, or what everyone
 * gets. An answer that is not of the call's type is of no use to it, and it starts over.
 * Confined to its call.
 *
 * @param <T> the type of the value
 */
final class Answers<T> {

	private final Call<T> call;

	private final CallPath<T> path;

	private final LoserChain<T> chain;

	Answers(Call<T> call, CallPath<T> path, LoserChain<T> chain) {
		this.call = call;
		this.path = path;
		this.chain = chain;
	}

	void deliver(FlightOutcome outcome) {
		if (outcome instanceof FlightOutcome.Fresh fresh) {
			deliver(fresh.entry(), StampedeListener.Request.HIT);
		}
		else if (outcome instanceof FlightOutcome.Copy copy) {
			deliver(copy.entry(), StampedeListener.Request.STALE);
		}
		else if (outcome instanceof FlightOutcome.Failed failed) {
			this.chain.endWait(StampedeListener.Wait.FILLED);
			this.call.fail(StampedeListener.Request.ERROR, failed.cause());
		}
		else if (outcome instanceof FlightOutcome.Shared shared) {
			deliver(shared);
		}
	}

	/**
	 * Delivers what the others on board were served meanwhile, if the call, their leader,
	 * finds no hit in its own reply, or has none; if they were not, they will not be.
	 * @return whether they were
	 */
	boolean deliverServed() {
		if (!this.call.isOnFlight() || !(this.call.command() instanceof StoreCommand.Read)) {
			return false;
		}
		Flight flight = this.call.flight();
		flight.endReading();
		if (flight.outcome() instanceof FlightOutcome.Fresh fresh) {
			deliver(fresh.entry(), StampedeListener.Request.HIT);
			return true;
		}
		return false;
	}

	void deliver(Entry entry, StampedeListener.Request result) {
		T answer;
		try {
			answer = this.call.decode(entry);
		}
		catch (RuntimeException ex) {
			this.call.cannotUse(entry, ex);
			this.path.startOver();
			return;
		}
		finish(entry, answer, result);
	}

	/**
	 * Delivers a copy to the call whose own read has failed: it does not read again.
	 * @param failure what its read threw
	 * @param copy the copy
	 * @param result how it counts
	 */
	void deliverInsteadOf(Throwable failure, Entry copy, StampedeListener.Request result) {
		T answer;
		try {
			if (this.call.isUnusable(copy)) {
				this.call.fail(StampedeListener.Request.ERROR, failure);
				return;
			}
			answer = this.call.decode(copy);
		}
		catch (RuntimeException ex) {
			this.call.cannotUse(copy, ex);
			this.call.fail(StampedeListener.Request.ERROR, failure);
			return;
		}
		finish(copy, answer, result);
	}

	// whichever way a value came to a call that waited, its wait is over
	private void finish(Entry entry, @Nullable T answer, StampedeListener.Request result) {
		boolean waited = this.chain.endWait(StampedeListener.Wait.FILLED);
		if (result == StampedeListener.Request.STALE) {
			this.call.finishStale(entry, answer);
		}
		else {
			this.call.keep(entry, answer);
			this.call.finish(waited ? StampedeListener.Request.WAITED : result, answer);
		}
	}

	@SuppressWarnings("unchecked") // an equal codec is of the same type
	private void deliver(FlightOutcome.Shared shared) {
		if (shared.codec().equals(this.call.codec())) {
			this.chain.endWait(StampedeListener.Wait.FILLED);
			this.call.finish(StampedeListener.Request.WAITED, (T) shared.value());
		}
		else {
			this.path.startOver();
		}
	}

}
