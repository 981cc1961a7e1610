package dev.stampede.engine;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.stampede.LoserStrategy;
import dev.stampede.OnLose;
import dev.stampede.StampedeException;
import dev.stampede.StampedeLockedException;
import dev.stampede.StampedeTimeoutException;
import dev.stampede.event.StampedeListener;
import dev.stampede.event.StampedeObserver;
import dev.stampede.store.Entry;

/**
 * Chain of one loser: the first strategy of its {@code on-lose} that does not decline
 * answers. A strategy that waits is asked again after each look at the store, until the
 * caller's own deadline. Confined to its call.
 *
 * @param <T> the type of the value
 */
final class LoserChain<T> implements LoserStrategy.Loser {

	private final EngineContext engine;

	private final Call<T> call;

	private final List<OnLose> chain;

	private int index;

	private boolean waits;

	private long waitingSince;

	private StampedeObserver.Observed observed = StampedeObserver.Observed.NOT;

	LoserChain(EngineContext engine, Call<T> call) {
		this.engine = engine;
		this.call = call;
		this.chain = call.policy().onLose();
	}

	/**
	 * Takes the loser as far as it gets without waiting.
	 * @return what comes next
	 */
	Next proceed() {
		try {
			while (this.index < this.chain.size()) {
				Next next = follow(this.engine.strategy(this.chain.get(this.index)).decide(this));
				if (next != null) {
					return next;
				}
				this.index++;
			}
		}
		catch (Throwable ex) {
			leave(StampedeListener.Wait.TIMED_OUT);
			this.call.fail((ex instanceof StampedeLockedException) ? StampedeListener.Request.FAILED_FAST
					: StampedeListener.Request.ERROR, ex);
			return Next.Turn.STEP;
		}
		leave(StampedeListener.Wait.TIMED_OUT);
		this.call.fail(StampedeListener.Request.TIMED_OUT, timeout());
		return Next.Turn.STEP;
	}

	/**
	 * Ends the wait, if the call is in one.
	 * @param outcome how
	 * @return whether it had waited
	 */
	boolean endWait(StampedeListener.Wait outcome) {
		boolean waited = this.waits;
		if (waited) {
			this.waits = false;
			this.engine.events().waited(cacheName(), outcome, this.engine.now() - this.waitingSince);
			this.observed.ended(outcome, null, this.call.flight().trace());
		}
		return waited;
	}

	@Override
	public String cacheName() {
		return this.call.cacheName();
	}

	@Override
	public boolean hasStaleCopy() {
		return servableCopy() != null;
	}

	@Override
	public Duration remainingWait() {
		return Duration.ofNanos(Math.max(0, this.call.deadline() - this.engine.now()));
	}

	// null where the strategy declines
	private @Nullable Next follow(LoserStrategy.Decision decision) throws Throwable {
		return switch (decision) {
			case SERVE_STALE -> serveStale();
			case RETURN_DEFAULT -> {
				StampedeException reason = this.waits ? timeout() : locked();
				leave(StampedeListener.Wait.TIMED_OUT);
				this.call.finishWithDefault(reason);
				yield Next.Turn.STEP;
			}
			case WAIT -> waitForFill();
			case DECLINE -> null;
		};
	}

	private @Nullable Next serveStale() {
		Entry copy = servableCopy();
		if (copy == null) {
			return null;
		}
		leave(); // before it decodes: others overlap on the flight no longer than need be
		if (!this.call.tryDecode(copy)) {
			return Next.Turn.START_OVER;
		}
		endWait(StampedeListener.Wait.TIMED_OUT);
		this.call.finishStale(copy);
		return Next.Turn.STEP;
	}

	private @Nullable Next waitForFill() {
		if (this.call.isOverdue()) {
			return null;
		}
		if (!this.waits) {
			this.waits = true;
			this.waitingSince = this.engine.now();
			this.observed = this.engine.observer().waiting(cacheName(), this.call.parent());
		}
		if (this.call.flight().claim(this.call)) {
			return Next.Turn.POLL;
		}
		long until = this.call.deadline();
		if (this.call.flight().isFailOpen()) { // the store may answer again before that
			long look = this.engine.now() + this.engine.backoff().longest();
			until = (look - until < 0) ? look : until;
		}
		this.call.await(until);
		return Next.Turn.STEP;
	}

	private void leave(StampedeListener.Wait outcome) {
		leave();
		endWait(outcome);
	}

	private void leave() {
		if (this.waits) {
			this.call.leave();
		}
		else {
			this.call.leaveAnswered();
		}
	}

	private @Nullable Entry servableCopy() {
		Entry copy = this.call.flight().copy();
		return (copy.isServable(this.engine.now()) && !this.call.isUnusable(copy)) ? copy : null;
	}

	private StampedeException locked() {
		return new StampedeLockedException("Another caller is reading the source of cache '" + cacheName() + "'");
	}

	private StampedeException timeout() {
		return new StampedeTimeoutException("No value of cache '" + cacheName() + "' after waiting "
				+ this.call.policy().waitTimeout().toMillis() + "ms for another caller's read of the source; on-lose "
				+ this.chain + " is exhausted. Raise wait-timeout, or end the chain with RETURN_DEFAULT");
	}

}
