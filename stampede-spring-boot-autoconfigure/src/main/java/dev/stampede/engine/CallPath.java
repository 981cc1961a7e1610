package dev.stampede.engine;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import dev.stampede.StampedeException;
import dev.stampede.StampedeInterruptedException;
import dev.stampede.event.StampedeListener;
import dev.stampede.policy.RefreshMode;
import dev.stampede.store.Entry;
import dev.stampede.store.StoreCommand;
import dev.stampede.store.StoreState;

/**
 * Path of one protected call: the state machine that dispatches the whole protocol.
 *
 * <h2>Shape</h2> The path has neither threads nor I/O. It leaves in its {@link Call} the
 * next {@link Step}: run a command of the store, read the source, wait, or answer. A
 * driver does the step and hands the result back: {@link BlockingCall} on the caller's
 * thread, {@link AsyncCall} by continuation. So the protocol is written once, and a test
 * can interleave calls at will. The parts {@link LoserChain}, {@link LockContention} and
 * {@link LockedRead} decide within their part and return what comes {@link Next}. Only
 * this class acts on that, in {@link #follow}. No part calls another one, or this class.
 *
 * <h2>States of a call</h2>
 * <ol>
 * <li><b>Board.</b> The call opens this JVM's {@link Flight} for its key, or joins the
 * open one. A flight is single-flight request coalescing: everyone on it shares one read
 * of the entry and at most one read of the source.</li>
 * <li><b>Look.</b> The opener sends one plain read. A fresh entry is the answer for
 * everyone on the flight: a hit costs one round trip, whatever the crowd.</li>
 * <li><b>Decide.</b> An entry that is no hit is refreshed early, served stale without
 * asking again, or contended for ({@link #decide}). What this JVM was told of the lock a
 * moment ago is in {@link RecentLockStates}.</li>
 * <li><b>Contend.</b> The leader asks for the regeneration lock with a fresh token. The
 * same command reads the entry once more, by the store's clock: somebody may have filled
 * it meanwhile. ({@link LockContention})</li>
 * <li><b>Read under the lock.</b> The winner reads the source while its {@link Lease} is
 * renewed, then fills the entry, or discards it, or reports the failure, in one step with
 * giving up the lock. ({@link LockedRead})</li>
 * <li><b>Lose.</b> Everyone else goes down the chain of its own {@code on-lose}: a stale
 * copy (stale-while-revalidate), a wait, a default, or an exception. ({@link LoserChain})
 * A loser that waits leads the flight when the lead is vacant, and its polls are the same
 * acquire again.</li>
 * <li><b>Answer.</b> The flight ends with a {@link FlightOutcome}, and each caller
 * decodes a copy of its own.</li>
 * </ol>
 *
 * <h2>Invariants</h2>
 * <ul>
 * <li>While the store answers, nobody reads the source without the lock, but for a call
 * inside a read of its own key, calls that come while the engine closes, and a key that
 * is marked as uncacheable, which each JVM reads for itself, one read at a time.</li>
 * <li>A value is written only while its token is in the lock; the token is a fencing
 * token. The store compares it in the script that writes, never before.</li>
 * <li>What was read before an eviction returned is not stored afterwards, and not served
 * to a caller who came after it. The caller that read it gets it.</li>
 * <li>Every wait has an end: the caller's deadline, or a second where that is longer and
 * nothing is decided yet. Every flight ends, on every path. A flight whose lease has
 * ended leaves the table.</li>
 * <li>The winner's caller gets what it read, whatever the store answers to that.</li>
 * </ul>
 *
 * <h2>Races, and who wins them</h2>
 * <ul>
 * <li><i>Two JVMs contend.</i> The store sets the lock for one of them. The other one is
 * told who holds it, and waits; it is woken by a message or polls.</li>
 * <li><i>A fill and an eviction.</i> The eviction deletes the lock. A fill that comes
 * later finds its token gone and writes nothing: its caller gets the value, its flight is
 * detached, and who waited looks at the store again.</li>
 * <li><i>A fill and a flight that was opened while it was on its way.</i> The fill sends
 * everyone on from that flight before it answers anybody: it may have looked too early,
 * and nobody of this JVM meets an older value than one it was given.</li>
 * <li><i>A fill and an expired lease.</i> The same: the next winner has another token. A
 * flight is detached when its lease ends, so its members move to a successor while the
 * old leader goes on alone.</li>
 * <li><i>A reply and the leader's thread.</i> A hit may serve the members before the
 * leader has woken. The leader, when it wakes with no hit of its own, takes what they
 * were served; once it goes on with something else, nobody is served any more.</li>
 * <li><i>A leader that leaves and a member that waits.</i> The lead is claimed under the
 * flight's lock. Who leaves wakes the next member; who was woken and leaves passes the
 * signal on.</li>
 * <li><i>A message and the wait that it should end.</i> The flight keeps the message for
 * its leader until it is consumed, and a wake-up before the wait ends the wait at
 * once.</li>
 * <li><i>A lost reply.</i> An acquire of unknown outcome leaves its token with the store,
 * which releases it later. An acquire that is repeated finds its own token and has won. A
 * fill of unknown outcome is no error: the caller has its value.</li>
 * </ul>
 *
 * <h2>Sources</h2> Leases that only one reader holds, and that a deletion voids: Nishtala
 * and others, "Scaling Memcache at Facebook", NSDI 2013. Early refresh by chance: XFetch,
 * see {@link EngineContext#isDueEarly}. Stale copies for waiting callers and for failed
 * sources: stale-while-revalidate and stale-if-error, RFC 5861. Release by comparing the
 * token in a script: the documentation of Redis on distributed locks. What cannot be
 * stored: hit-for-miss of Varnish.
 *
 * @param <T> the type of the value
 */
final class CallPath<T> {

	/** The least time that a joiner grants to a read of the entry that is on its way. */
	private static final long READ_PATIENCE = Duration.ofSeconds(1).toNanos();

	private final EngineContext engine;

	private final Call<T> call;

	private @Nullable LoserChain<T> chain;

	private @Nullable LockContention<T> contention;

	private @Nullable LockedRead<T> lockedRead;

	private boolean coalesced;

	CallPath(EngineContext engine, Call<T> call) {
		this.engine = engine;
		this.call = call;
	}

	// what drivers hand in

	void start() {
		if (this.engine.isClosing()) {
			runUnprotected();
		}
		else if (this.call.isBackground()) {
			this.engine.lockStates().forget(this.call.key());
			proceed(board());
		}
		else if (this.engine.coalescesReads()) {
			proceed(board());
		}
		else {
			this.call.readEntry();
		}
	}

	void replied(Object reply) {
		if (this.call.command() instanceof StoreCommand.Read) {
			proceed(found((Entry) reply));
		}
		else if (this.lockedRead != null) {
			proceed(this.lockedRead.replied(reply));
		}
		else {
			proceed(contention().replied(reply));
		}
	}

	void failed(StampedeException ex) {
		if (ex instanceof StampedeInterruptedException && !isShielded()) {
			interrupted(ex);
		}
		else if (this.lockedRead != null) {
			proceed(this.lockedRead.failed(ex));
		}
		else {
			proceed(gotNoReply(ex));
		}
	}

	// whether the pending command ends a locked read, and so must be run in any case
	boolean isShielded() {
		return this.call.step() == Step.COMMAND && switch (this.call.command().phase()) {
			case FILL, RELEASE -> true;
			default -> false;
		};
	}

	void sourceRead(@Nullable T read, long nanos) {
		if (this.lockedRead != null) {
			this.lockedRead.sourceRead(read, nanos);
		}
		else {
			this.call.finish(StampedeListener.Request.BYPASSED, read);
		}
	}

	void sourceFailed(Throwable ex, boolean cancelled, long nanos) {
		if (this.lockedRead != null) {
			this.lockedRead.sourceFailed(ex, cancelled, nanos);
		}
		else {
			this.call.fail(StampedeListener.Request.BYPASSED, ex);
		}
	}

	void awoken() {
		FlightOutcome outcome = this.call.flight().outcome();
		if (outcome != null) {
			proceed(deliver(outcome));
		}
		else if (this.call.flight().isDetached()) {
			proceed(Next.Turn.START_OVER);
		}
		else if (this.contention != null) {
			proceed(this.contention.awoken());
		}
		else {
			proceed(evaluate());
		}
	}

	void interrupted(Throwable ex) {
		this.call.leave();
		endWait(StampedeListener.Wait.INTERRUPTED);
		this.call.fail(StampedeListener.Request.ERROR, ex);
	}

	// cleans up after a driver that was thrown out of its loop
	void abandon() {
		if (this.call.step() != Step.DONE) {
			if (this.lockedRead != null) {
				this.lockedRead.abandon();
			}
			else if (this.contention != null) {
				this.contention.abandon();
			}
			if (this.contention != null) {
				this.call.flight().startOver(this.call);
			}
			interrupted(new IllegalStateException("The call was abandoned"));
		}
	}

	// the dispatch

	private void proceed(Next next) {
		Next due = next;
		while (due != Next.Turn.STEP) {
			due = follow(due);
		}
	}

	private Next follow(Next next) {
		if (next instanceof Next.Deliver end) {
			return deliver(end.outcome());
		}
		if (next instanceof Next.StandIn copy) {
			return deliverInsteadOf(copy);
		}
		return switch ((Next.Turn) next) {
			case LOSE -> lose();
			case POLL -> contention().poll();
			case READ -> read();
			case START_OVER -> startOver();
			case STEP -> next;
		};
	}

	private Next lose() {
		if (isHeldUpWithoutALock()) {
			this.call.flight().detach();
			return Next.Turn.START_OVER;
		}
		if (!this.call.isBackground()) {
			return chain().proceed();
		}
		if (this.call.isOverdue() || (this.contention != null && this.contention.wasTurnedAway())
				|| this.call.flight().isRegenerating()) {
			this.call.leave();
			this.call.finish(StampedeListener.Request.STALE, null);
			return Next.Turn.STEP;
		}
		if (this.call.flight().claim(this.call)) {
			return Next.Turn.POLL;
		}
		this.call.await(this.call.deadline());
		return Next.Turn.STEP;
	}

	// the store answers again, and the flight still waits for a read without a lock
	private boolean isHeldUpWithoutALock() {
		Flight flight = this.call.flight();
		return flight.mayLetGo(this.engine.backoff().longest(), this.engine.now())
				&& this.engine.store().state().condition() == StoreState.Condition.UP;
	}

	private Next read() {
		this.lockedRead = contention().lockedRead();
		endWait(StampedeListener.Wait.TOOK_OVER);
		this.call.readSource();
		return Next.Turn.STEP;
	}

	private Next startOver() {
		if (this.call.isOnFlight() && this.call.flight().isFailOpen()) {
			this.call.lookAgain();
		}
		this.call.leave();
		if (this.call.policy().maxConcurrentReads() > 0) {
			this.engine.bulkhead().giveBack(this.call);
		}
		return board();
	}

	// boarding and looking

	private Next board() {
		this.contention = null;
		this.lockedRead = null;
		if (!this.call.board()) {
			return joined();
		}
		if (comesTooLate()) {
			return Next.Turn.STEP;
		}
		Entry known = known();
		if (known != null) {
			return decide(known);
		}
		this.call.readEntry();
		return Next.Turn.STEP;
	}

	private Next joined() {
		if (!this.coalesced && !this.call.isBackground()) {
			this.coalesced = true;
			this.engine.events().coalesced(this.call.cacheName());
		}
		return evaluate();
	}

	// how things stand on the flight, for who does not lead it
	private Next evaluate() {
		Flight flight = this.call.flight();
		return switch (flight.situation(this.call)) {
			case ANSWERED -> {
				FlightOutcome outcome = flight.outcome();
				yield (outcome != null) ? deliver(outcome) : Next.Turn.START_OVER;
			}
			case DETACHED -> Next.Turn.START_OVER;
			case EARLY -> {
				Entry copy = flight.copy();
				if (copy.isFresh(this.engine.now())) {
					this.call.leave();
					yield deliver(copy, StampedeListener.Request.HIT);
				}
				flight.see(copy); // it is early no more
				yield evaluate();
			}
			case LEADING -> contention().contend(flight.copy().stamp());
			case UNDECIDED -> awaitDecision();
			case LOST -> Next.Turn.LOSE;
		};
	}

	private Next awaitDecision() {
		long patience = Math.max(this.call.deadline(), this.call.started() + READ_PATIENCE);
		if (patience - this.engine.now() <= 0) {
			this.call.flight().detach(); // its leader hangs, and would hold up others,
											// too
			return Next.Turn.LOSE;
		}
		this.call.await(patience);
		return Next.Turn.STEP;
	}

	private Next found(Entry read) {
		long now = this.engine.now();
		if (read.isFresh(now)) {
			this.engine.lockStates().shown(this.call.key());
		}
		Entry entry = (this.call.source().takesFresh() || !read.isFresh(now)) ? read : read.ended(now);
		if (entry.isFresh(now) && !this.call.isUnusable(entry)
				&& !this.engine.isDueEarly(entry, this.call.policy().earlyRefreshBeta(), now)) {
			if (this.call.isOnFlight()) {
				this.call.flight().complete(new FlightOutcome.Fresh(entry));
			}
			return deliver(entry, StampedeListener.Request.HIT);
		}
		if (!this.call.isOnFlight()) {
			// read again on the flight: what was read before may not be shown to others
			return board();
		}
		FlightOutcome.Fresh served = whatOthersWereServed();
		return (served != null) ? deliver(served) : decide(entry);
	}

	private Next gotNoReply(StampedeException ex) {
		FlightOutcome.Fresh served = whatOthersWereServed();
		if (served != null) {
			return deliver(served);
		}
		if (!this.call.isOnFlight() && !this.call.board()) {
			return joined();
		}
		if (comesTooLate()) {
			return Next.Turn.STEP;
		}
		if (this.contention == null && this.call.source().takesFresh() && this.engine.store().state().up()) {
			// one late reply is no reason to read: the acquire reads the entry once more
			return contention().contend(this.call.unusableStamp());
		}
		return contention().failed(ex);
	}

	/**
	 * Returns what the others on the flight were served meanwhile, where the call, their
	 * leader, finds no hit in its own reply or has none. If they were not, they will not
	 * be from now on.
	 * @return what they were served, or null
	 */
	private FlightOutcome.@Nullable Fresh whatOthersWereServed() {
		if (!this.call.isOnFlight() || !(this.call.command() instanceof StoreCommand.Read)) {
			return null;
		}
		Flight flight = this.call.flight();
		flight.endReading();
		return (flight.outcome() instanceof FlightOutcome.Fresh fresh) ? fresh : null;
	}

	// the engine closed between the start of the call and its flight
	private boolean comesTooLate() {
		if (!this.engine.isClosed() || this.contention != null) {
			return false;
		}
		this.call.flight().detach();
		this.call.goOnAlone();
		runUnprotected();
		return true;
	}

	private void runUnprotected() {
		endWait(StampedeListener.Wait.INTERRUPTED);
		if (this.call.isBackground()) {
			this.call.finish(StampedeListener.Request.BYPASSED, null);
		}
		else {
			this.call.readSource();
		}
	}

	// deciding what becomes of an entry that is no hit

	/**
	 * Returns what this JVM has seen a moment ago, if a loser needs no more than that:
	 * with the lock held elsewhere, one that answers at once costs no command of its own.
	 * @return the entry, or null if it has to be read
	 */
	private @Nullable Entry known() {
		RecentLockStates.State recent = this.engine.lockStates().find(this.call.key());
		if (recent == null || recent.kind() != RecentLockStates.Kind.HELD || this.call.isUnusable(recent.copy())) {
			return null;
		}
		long now = this.engine.now();
		// a hit is for Redis to give: the copy may have been evicted a moment ago
		boolean answers = !recent.copy().isFresh(now) && answersAtOnce(recent.copy().isServable(now));
		return answers ? recent.copy() : null;
	}

	private Next decide(Entry entry) {
		long now = this.engine.now();
		boolean usable = !this.call.isUnusable(entry);
		RecentLockStates.State recent = this.engine.lockStates().find(this.call.key());
		if (usable && entry.isFresh(now)) {
			return (recent != null) ? end(new FlightOutcome.Fresh(entry)) : contention().contendEarly(entry);
		}
		this.call.flight().see(entry);
		boolean stale = usable && entry.isServable(now);
		Next known = (recent != null) ? decide(entry, recent, stale, usable && entry.isServableOnError(now)) : null;
		if (known != null) {
			return known;
		}
		if (stale && this.call.policy().refresh() == RefreshMode.BACKGROUND && !this.call.isBackground()) {
			this.call.refreshAfterwards();
			return contention().contendUnlessAnswered(entry.stamp(), now, 0);
		}
		return contention().contend(entry.stamp());
	}

	// null where what is known of the lock changes nothing
	private @Nullable Next decide(Entry entry, RecentLockStates.State recent, boolean stale, boolean staleOnError) {
		return switch (recent.kind()) {
			case BACKING_OFF -> staleOnError ? end(new FlightOutcome.Copy(entry)) : null;
			case YIELDING -> contention().contendAfter(entry.stamp(), recent.until());
			case HELD -> answersAtOnce(stale)
					? contention().contendUnlessAnswered(entry.stamp(), recent.until(), recent.pause()) : null;
			// in the background the stale copy will do, and nobody reads
			case PASSING -> (stale && this.call.policy().refresh() == RefreshMode.BACKGROUND) ? null
					: contention().pass(entry.stamp());
			case QUEUED, READ_WITHOUT_LOCK -> null;
		};
	}

	private boolean answersAtOnce(boolean stale) {
		return !this.call.isBackground() && switch (this.call.policy().onLose().get(0)) {
			case SERVE_STALE -> stale;
			case RETURN_DEFAULT, FAIL_FAST -> true;
			case POLL -> false;
		};
	}

	// answering

	private Next end(FlightOutcome outcome) {
		this.call.flight().complete(outcome);
		return deliver(outcome);
	}

	private Next deliver(FlightOutcome outcome) {
		if (outcome instanceof FlightOutcome.Fresh fresh) {
			return deliver(fresh.entry(), StampedeListener.Request.HIT);
		}
		if (outcome instanceof FlightOutcome.Copy copy) {
			return deliver(copy.entry(), StampedeListener.Request.STALE);
		}
		if (outcome instanceof FlightOutcome.Shared shared) {
			return deliver(shared);
		}
		endWait(StampedeListener.Wait.FILLED);
		this.call.fail(StampedeListener.Request.ERROR, ((FlightOutcome.Failed) outcome).cause());
		return Next.Turn.STEP;
	}

	// an entry that is not of the call's type is of no use to it: it starts over
	private Next deliver(Entry entry, StampedeListener.Request result) {
		if (!this.call.tryDecode(entry)) {
			return Next.Turn.START_OVER;
		}
		finish(entry, result);
		return Next.Turn.STEP;
	}

	@SuppressWarnings("unchecked") // an equal codec is of the same type
	private Next deliver(FlightOutcome.Shared shared) {
		if (!shared.codec().equals(this.call.codec())) {
			return Next.Turn.START_OVER;
		}
		endWait(StampedeListener.Wait.FILLED);
		this.call.finish(StampedeListener.Request.WAITED, (T) shared.value());
		return Next.Turn.STEP;
	}

	private Next deliverInsteadOf(Next.StandIn standIn) {
		if (!this.call.isUnusable(standIn.copy()) && this.call.tryDecode(standIn.copy())) {
			finish(standIn.copy(), standIn.result());
		}
		else {
			this.call.fail(StampedeListener.Request.ERROR, standIn.failure());
		}
		return Next.Turn.STEP;
	}

	// whichever way a value came to a call that waited, its wait is over
	private void finish(Entry decoded, StampedeListener.Request result) {
		boolean waited = endWait(StampedeListener.Wait.FILLED);
		if (result == StampedeListener.Request.STALE) {
			this.call.finishStale(decoded);
		}
		else {
			this.call.keepNear(decoded);
			this.call.finish(waited ? StampedeListener.Request.WAITED : result);
		}
	}

	private boolean endWait(StampedeListener.Wait outcome) {
		return this.chain != null && this.chain.endWait(outcome);
	}

	// parts, made when they are needed: a plain hit needs none of them

	private LoserChain<T> chain() {
		if (this.chain == null) {
			this.chain = new LoserChain<>(this.engine, this.call);
		}
		return this.chain;
	}

	private LockContention<T> contention() {
		if (this.contention == null) {
			this.contention = new LockContention<>(this.engine, this.call);
		}
		return this.contention;
	}

}
