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
 * One loser on its way down its chain: the first strategy that does not decline answers.
 * A strategy that waits is asked again after each wait, until the caller's own deadline.
 * Confined to its call.
 *
 * @param <T> the type of the value
 */
final class LoserChain<T> implements LoserStrategy.Loser {

	private final EngineContext engine;

	private final Call<T> call;

	private final CallPath<T> path;

	private final List<OnLose> chain;

	private final long deadline;

	private int index;

	private boolean waits;

	private long waitingSince;

	private StampedeObserver.Observed observed = StampedeObserver.Observed.NOT;

	LoserChain(EngineContext engine, Call<T> call, CallPath<T> path) {
		this.engine = engine;
		this.call = call;
		this.path = path;
		this.chain = call.policy().onLose();
		this.deadline = call.deadline();
	}

	/**
	 * Takes the loser as far as it gets without waiting.
	 */
	void proceed() {
		try {
			while (this.index < this.chain.size()) {
				if (isDone(this.engine.strategy(this.chain.get(this.index)).decide(this))) {
					return;
				}
				this.index++;
			}
		}
		catch (Throwable ex) {
			this.call.leave();
			endWait(StampedeListener.Wait.TIMED_OUT);
			this.call.fail((ex instanceof StampedeLockedException) ? StampedeListener.Request.FAILED_FAST
					: StampedeListener.Request.ERROR, ex);
			return;
		}
		timeOut();
	}

	/**
	 * Gives up.
	 */
	void timeOut() {
		this.call.leave();
		endWait(StampedeListener.Wait.TIMED_OUT);
		this.call.fail(StampedeListener.Request.TIMED_OUT, timeout());
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

	boolean isOverdue() {
		return this.deadline - this.engine.now() <= 0;
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
		return Duration.ofNanos(Math.max(0, this.deadline - this.engine.now()));
	}

	private boolean isDone(LoserStrategy.Decision decision) throws Throwable {
		return switch (decision) {
			case SERVE_STALE -> serveStale();
			case RETURN_DEFAULT -> {
				StampedeException reason = this.waits ? timeout() : locked();
				this.call.leave();
				endWait(StampedeListener.Wait.TIMED_OUT);
				this.call.finishWithDefault(reason);
				yield true;
			}
			case WAIT -> waitForFill();
			case DECLINE -> false;
		};
	}

	private boolean serveStale() {
		Entry copy = servableCopy();
		if (copy == null) {
			return false;
		}
		T answer;
		try {
			answer = this.call.decode(copy);
		}
		catch (RuntimeException ex) {
			this.call.cannotUse(copy, ex);
			return false;
		}
		this.call.leave();
		endWait(StampedeListener.Wait.TIMED_OUT);
		this.call.finishStale(copy, answer);
		return true;
	}

	private boolean waitForFill() {
		if (isOverdue()) {
			return false;
		}
		if (!this.waits) {
			this.waits = true;
			this.waitingSince = this.engine.now();
			this.observed = this.engine.observer().waiting(cacheName(), this.call.parent());
		}
		if (this.call.flight().claim(this.call)) {
			this.path.regeneration().poll(this.deadline);
		}
		else {
			this.call.await(this.deadline);
		}
		return true;
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
