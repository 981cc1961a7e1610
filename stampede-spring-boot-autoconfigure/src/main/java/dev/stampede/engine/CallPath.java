package dev.stampede.engine;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import dev.stampede.StampedeException;
import dev.stampede.StampedeInterruptedException;
import dev.stampede.event.StampedeListener;
import dev.stampede.store.Entry;
import dev.stampede.store.StoreCommand;

/**
 * The path of a call, as a state machine without threads or I/O: it leaves in the call
 * what is to be done next, a driver does it and hands the result back. So the protocol is
 * written once, for callers that block and callers that do not, and a test can interleave
 * calls at will.
 * <ol>
 * <li>The call opens this JVM's flight for its key, or joins the one that is open.</li>
 * <li>The opener reads the entry. A fresh one is the answer for all on board.</li>
 * <li>Otherwise the opener leads a {@link LockContention}: it contends for the lock in
 * Redis and, if it wins, reads the source.</li>
 * <li>Everyone else is a loser and follows its own {@link LoserChain}. A loser that waits
 * may have to take over the lead when the leader leaves.</li>
 * <li>Whoever is on a flight that is detached starts over.</li>
 * </ol>
 *
 * @param <T> the type of the value
 */
final class CallPath<T> {

	/** The least time that a joiner grants to a read of the entry that is on its way. */
	private static final long READ_PATIENCE = Duration.ofSeconds(1).toNanos();

	private final EngineContext engine;

	private final Call<T> call;

	private final LoserChain<T> chain;

	private final Answers<T> answers;

	private @Nullable LockContention<T> regeneration;

	private boolean coalesced;

	CallPath(EngineContext engine, Call<T> call) {
		this.engine = engine;
		this.call = call;
		this.chain = new LoserChain<>(engine, call, this);
		this.answers = new Answers<>(call, this, this.chain);
	}

	void start() {
		if (this.engine.isClosing()) {
			runUnprotected();
		}
		else if (this.call.isBackground()) {
			this.engine.notes().forget(this.call.key());
			board();
		}
		else if (this.engine.coalescesReads()) {
			board();
		}
		else {
			this.call.readEntry();
		}
	}

	void replied(Object reply) {
		if (this.call.command() instanceof StoreCommand.Read) {
			found((Entry) reply);
		}
		else {
			regeneration().replied(reply);
		}
	}

	void failed(StampedeException ex) {
		if (ex instanceof StampedeInterruptedException && !isShielded()) {
			interrupted(ex);
		}
		else if (this.answers.deliverServed()) {
			return;
		}
		else if (!this.call.isOnFlight() && !this.engine.flights().board(this.call)) {
			joined();
		}
		else if (!comesTooLate()) {
			regeneration().failed(ex);
		}
	}

	// whether the pending command ends a regeneration, and so must be run in any case
	boolean isShielded() {
		return this.call.step() == Step.COMMAND && switch (this.call.command().phase()) {
			case FILL, RELEASE -> true;
			default -> false;
		};
	}

	void sourceRead(@Nullable T read, long nanos) {
		if (this.call.isOnFlight()) {
			regeneration().won().sourceRead(read, nanos);
		}
		else {
			this.call.finish(StampedeListener.Request.BYPASSED, read);
		}
	}

	void sourceFailed(Throwable ex, boolean cancelled, long nanos) {
		if (this.call.isOnFlight()) {
			regeneration().won().sourceFailed(ex, cancelled, nanos);
		}
		else {
			this.call.fail(StampedeListener.Request.BYPASSED, ex);
		}
	}

	void awoken() {
		FlightOutcome outcome = this.call.flight().outcome();
		if (outcome != null) {
			this.answers.deliver(outcome);
		}
		else if (this.call.flight().isDetached()) {
			startOver();
		}
		else if (this.regeneration != null) {
			this.regeneration.awoken();
		}
		else {
			evaluate();
		}
	}

	void interrupted(Throwable ex) {
		this.call.leave();
		this.chain.endWait(StampedeListener.Wait.INTERRUPTED);
		this.call.fail(StampedeListener.Request.ERROR, ex);
	}

	// cleans up after a driver that was thrown out of its loop
	void abandon() {
		if (this.call.step() != Step.DONE) {
			if (this.regeneration != null) {
				this.regeneration.abandon();
				this.call.flight().startOver(this.call);
			}
			interrupted(new IllegalStateException("The call was abandoned"));
		}
	}

	// takes a loser down its chain
	void lose() {
		if (!this.call.isBackground()) {
			this.chain.proceed();
		}
		else if (this.chain.isOverdue() || (this.regeneration != null && this.regeneration.wasTurnedAway())
				|| this.call.flight().isRegenerating()) {
			this.call.leave();
			this.call.finish(StampedeListener.Request.STALE, null);
		}
		else if (this.call.flight().claim(this.call)) {
			regeneration().poll(this.call.deadline());
		}
		else {
			this.call.await(this.call.deadline());
		}
	}

	void startOver() {
		this.call.leave();
		if (this.call.policy().maxConcurrentReads() > 0) {
			this.engine.permits().giveBack(this.call);
		}
		board();
	}

	void tookOver() {
		this.chain.endWait(StampedeListener.Wait.TOOK_OVER);
	}

	Answers<T> answers() {
		return this.answers;
	}

	LockContention<T> regeneration() {
		if (this.regeneration == null) {
			this.regeneration = new LockContention<>(this.engine, this.call, this);
		}
		return this.regeneration;
	}

	private void runUnprotected() {
		this.chain.endWait(StampedeListener.Wait.INTERRUPTED);
		if (this.call.isBackground()) {
			this.call.finish(StampedeListener.Request.BYPASSED, null);
		}
		else {
			this.call.readSource();
		}
	}

	private boolean comesTooLate() {
		if (!this.engine.isClosed() || this.regeneration != null) {
			return false;
		}
		this.call.flight().detach();
		this.call.disembark();
		runUnprotected();
		return true;
	}

	private void found(Entry read) {
		long now = this.engine.now();
		Entry entry = (this.call.source().takesFresh() || !read.isFresh(now)) ? read : read.ended(now);
		if (entry.isFresh(now) && !this.call.isUnusable(entry)
				&& !this.engine.isDueEarly(entry, this.call.policy().earlyRefreshBeta(), now)) {
			if (this.call.isOnFlight()) {
				this.call.flight().complete(new FlightOutcome.Fresh(entry));
			}
			this.answers.deliver(entry, StampedeListener.Request.HIT);
		}
		else if (this.call.isOnFlight()) {
			if (!this.answers.deliverServed()) {
				new Triage(this.engine, this.call, this, entry).proceed();
			}
		}
		else {
			// read again on the flight: what was read before may not be shown to others
			board();
		}
	}

	private void board() {
		this.regeneration = null;
		if (this.engine.flights().board(this.call)) {
			if (comesTooLate()) {
				return;
			}
			Entry known = Triage.known(this.engine, this.call);
			if (known != null) {
				new Triage(this.engine, this.call, this, known).proceed();
			}
			else {
				this.call.readEntry();
			}
		}
		else {
			joined();
		}
	}

	private void joined() {
		if (!this.coalesced && !this.call.isBackground()) {
			this.coalesced = true;
			this.engine.events().coalesced(this.call.cacheName());
		}
		evaluate();
	}

	private void evaluate() {
		Flight flight = this.call.flight();
		switch (flight.situation(this.call)) {
			case ANSWERED -> {
				FlightOutcome outcome = flight.outcome();
				if (outcome != null) {
					this.answers.deliver(outcome);
				}
				else {
					startOver();
				}
			}
			case DETACHED -> startOver();
			case EARLY -> {
				Entry copy = flight.copy();
				if (copy.isFresh(this.engine.now())) {
					this.call.leave();
					this.answers.deliver(copy, StampedeListener.Request.HIT);
				}
				else {
					flight.see(copy); // it is early no more
					evaluate();
				}
			}
			case LEADING -> regeneration().contend(flight.copy().stamp());
			case UNDECIDED -> awaitDecision();
			case LOST -> lose();
		}
	}

	private void awaitDecision() {
		long patience = Math.max(this.call.deadline(), this.call.started() + READ_PATIENCE);
		if (patience - this.engine.now() > 0) {
			this.call.await(patience);
		}
		else {
			lose();
		}
	}

}
