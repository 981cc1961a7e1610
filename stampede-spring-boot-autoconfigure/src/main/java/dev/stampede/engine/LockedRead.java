package dev.stampede.engine;

import java.time.Duration;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import dev.stampede.StampedeException;
import dev.stampede.event.StampedeListener;
import dev.stampede.store.Entry;
import dev.stampede.store.Failing;
import dev.stampede.store.Filling;
import dev.stampede.store.StoreCommand;
import dev.stampede.store.UnstorableValueException;

/**
 * Locked read: the winner's part of the protocol, from the read of the source to the end
 * of its lease. It fills what was read, or discards the entry, or reports the failure,
 * always in one step with giving up the lock, and only while the lock still holds the
 * token, which fences off a winner that comes too late. The caller gets what it read,
 * whatever the store says to that. A read without a lock, while the store fails or since
 * the key is marked as uncacheable, takes the same path without commands. Confined to its
 * call.
 *
 * @param <T> the type of the value
 */
final class LockedRead<T> {

	/** Stands for the stamp that only the store knows. */
	private static final long LOCAL_STAMP = -1;

	private static final Log logger = LogFactory.getLog(LockedRead.class);

	private final EngineContext engine;

	private final Call<T> call;

	private final Flight flight;

	private final Lease lease;

	private final Entry early;

	private final boolean turnedAway;

	private @Nullable T value;

	private @Nullable Filling filling;

	private boolean failsForNow;

	private @Nullable Throwable failure;

	LockedRead(EngineContext engine, Call<T> call, Lease lease, Entry early, boolean turnedAway) {
		this.engine = engine;
		this.call = call;
		this.flight = call.flight();
		this.lease = lease;
		this.early = early;
		this.turnedAway = turnedAway;
	}

	void sourceRead(@Nullable T read, long nanos) {
		if (this.call.source().isSourceRead()) {
			this.engine.events().sourceRead(this.call.cacheName(), StampedeListener.SourceRead.SUCCESS, nanos);
		}
		this.value = read;
		boolean storable;
		try {
			storable = this.call.isStorable(read);
		}
		catch (Throwable ex) {
			giveUp(ex);
			return;
		}
		this.filling = storable ? encode(read, nanos) : null;
		String token = stopRenewal();
		if (token == null) {
			succeed();
		}
		else if (this.filling != null) {
			this.flight.close();
			this.call.reserveNear();
			this.call.ask(new StoreCommand.Fill(this.call.key(), token, this.filling));
		}
		else {
			this.flight.close();
			this.call.ask(discard(token, read));
		}
	}

	private StoreCommand.Discard discard(String token, @Nullable T read) {
		boolean fromSource = this.call.source().isSourceRead();
		boolean uncacheable = fromSource && !this.call.source().isKeptElsewhere(read);
		return new StoreCommand.Discard(this.call.key(), token, !fromSource || this.failsForNow,
				uncacheable ? this.call.policy().uncacheableTtl() : Duration.ZERO);
	}

	void sourceFailed(Throwable ex, boolean cancelled, long nanos) {
		this.engine.events().sourceRead(this.call.cacheName(), StampedeListener.SourceRead.failed(cancelled), nanos);
		if (cancelled || this.engine.isRefusal(ex)) {
			giveUp(ex);
			return;
		}
		this.failure = ex;
		String token = stopRenewal();
		if (token == null) {
			end(new FlightOutcome.Failed(ex));
		}
		else {
			this.flight.close();
			this.call.ask(new StoreCommand.Fail(this.call.key(), token, this.call.policy().failureBackoff(),
					this.call.source().takesFresh()));
		}
	}

	Next replied(Object reply) {
		if (reply instanceof Failing failing) {
			return failed(failing);
		}
		boolean owner = Boolean.TRUE.equals(reply);
		if (this.call.command() instanceof StoreCommand.Release) {
			released(owner ? StampedeListener.LockRelease.RELEASED : StampedeListener.LockRelease.LOST);
			startOver();
		}
		else if (owner) {
			rememberPass();
			this.call.keepWritten(this.filling);
			released((this.filling != null) ? StampedeListener.LockRelease.FILLED
					: StampedeListener.LockRelease.RELEASED);
			succeed();
		}
		else {
			this.call.keepWritten(null);
			released(StampedeListener.LockRelease.LOST);
			if (this.lease.hasEnded()) {
				this.engine.warnings().reportOutlived(this.call.cacheName(), this.call.policy());
			}
			this.flight.detach();
			this.call.finish(StampedeListener.Request.LOADED, this.value);
		}
		return Next.Turn.STEP;
	}

	Next failed(StampedeException ex) {
		logger.debug("The end of a regeneration of cache '" + this.call.cacheName() + "' got no answer", ex);
		if (this.call.command() instanceof StoreCommand.Release) {
			startOver();
		}
		else if (this.failure != null && this.early.isPresent()) {
			return standIn(this.early);
		}
		else if (this.failure != null) {
			end(new FlightOutcome.Failed(this.failure));
		}
		else {
			this.call.keepWritten(null);
			this.engine.events().writeFailed(this.call.cacheName());
			succeed();
		}
		return Next.Turn.STEP;
	}

	void abandon() {
		String token = stopRenewal();
		if (token != null) {
			this.engine.store().executeAsync(new StoreCommand.Release(this.call.key(), token));
		}
	}

	private @Nullable String stopRenewal() {
		this.lease.stop();
		return this.lease.token();
	}

	private @Nullable Filling encode(@Nullable T read, long nanos) {
		try {
			return this.engine.filling(this.call.spec(), read, nanos).tracedAs(this.call.traceParent());
		}
		catch (Throwable ex) {
			this.failsForNow = !(ex instanceof UnstorableValueException);
			this.engine.events().writeFailed(this.call.cacheName());
			if (ex instanceof Error error) {
				this.engine.warnings().reportNotEncoded(this.call.cacheName(), error);
			}
			logger.debug("A value of cache '" + this.call.cacheName() + "' cannot be stored", ex);
			return null;
		}
	}

	private void rememberPass() {
		if (this.call.command() instanceof StoreCommand.Discard discard && !discard.passTtl().isZero()) {
			this.engine.lockStates()
				.remember(this.call.key(), RecentLockStates.Kind.PASSING, discard.passTtl().toNanos(), Entry.ABSENT,
						this.flight);
		}
	}

	// the winner gets the object that it read, everyone else on the flight a copy of it
	private void succeed() {
		if (this.filling != null && !this.lease.isPassing()) {
			// a caller of this JVM may have been told of this very lock meanwhile
			this.engine.lockStates().forget(this.call.key());
		}
		if (this.flight.isSetAside()) {
			// before anyone is served, who then must not meet what was there before
			this.engine.flights().supersede(this.call.key(), this.call.traceParent());
		}
		this.flight.readBy(this.call.traceParent());
		if (this.filling != null) {
			Entry copy = copyOf(this.filling);
			// one that was set aside may be older than what was filled since
			if (this.lease.isFailOpen() && !this.flight.isSetAside()) {
				this.engine.lockStates()
					.remember(this.call.key(), RecentLockStates.Kind.READ_WITHOUT_LOCK,
							this.call.policy().lockTtl().toNanos(), copy, this.flight);
			}
			this.flight.complete(new FlightOutcome.Fresh(copy));
		}
		else {
			this.flight.complete(new FlightOutcome.Shared(this.value, this.call.codec()));
		}
		this.call.finish(result(), this.value);
	}

	private StampedeListener.Request result() {
		if (this.call.source().isSourceRead()) {
			return this.lease.isPassing() ? StampedeListener.Request.PASSED : StampedeListener.Request.LOADED;
		}
		return this.turnedAway ? StampedeListener.Request.WAITED : StampedeListener.Request.HIT;
	}

	// neither the value nor the failure is to be shared: the next caller contends afresh
	private void giveUp(Throwable ex) {
		this.failure = ex;
		String token = stopRenewal();
		if (token == null) {
			startOver();
		}
		else {
			this.call.ask(new StoreCommand.Release(this.call.key(), token));
		}
	}

	private void startOver() {
		this.flight.startOver(this.call);
		alertSuccessor();
		this.call.fail(StampedeListener.Request.ERROR, reason());
	}

	private Next failed(Failing reply) {
		released(reply.owner() ? StampedeListener.LockRelease.RELEASED : StampedeListener.LockRelease.LOST);
		if (!reply.owner()) {
			this.flight.detach();
			this.call.fail(StampedeListener.Request.ERROR, reason());
			return Next.Turn.STEP;
		}
		if (!reply.copy().isPresent()) {
			this.engine.lockStates()
				.remember(this.call.key(), RecentLockStates.Kind.YIELDING, this.engine.backoff().longest());
			end(new FlightOutcome.Failed(reason()));
			return Next.Turn.STEP;
		}
		this.engine.warnings().reportHiddenFailure(this.call.cacheName(), reason());
		this.engine.lockStates()
			.remember(this.call.key(), RecentLockStates.Kind.BACKING_OFF,
					this.call.policy().failureBackoff().toNanos());
		return standIn(reply.copy());
	}

	private Next standIn(Entry copy) {
		boolean isEarly = this.early.isPresent();
		this.flight.readBy(this.call.traceParent());
		this.flight.complete(isEarly ? new FlightOutcome.Fresh(this.early) : new FlightOutcome.Copy(copy));
		alertSuccessor();
		return new Next.StandIn(reason(), copy,
				isEarly ? StampedeListener.Request.HIT : StampedeListener.Request.STALE);
	}

	private void end(FlightOutcome outcome) {
		this.flight.readBy(this.call.traceParent());
		this.flight.complete(outcome);
		alertSuccessor();
		this.call.fail(StampedeListener.Request.ERROR, reason());
	}

	// the lock is free: whoever was sent on from this flight need not poll for that
	private void alertSuccessor() {
		if (this.flight.isSetAside()) {
			this.engine.flights().alert(this.call.key(), this.call.traceParent());
		}
	}

	private void released(StampedeListener.LockRelease outcome) {
		this.engine.events().released(this.call.cacheName(), outcome);
	}

	private Throwable reason() {
		return (this.failure != null) ? this.failure : new IllegalStateException("The source did not fail");
	}

	private Entry copyOf(Filling written) {
		long now = this.engine.now();
		long freshUntil = now + written.ttl().toNanos();
		return new Entry(LOCAL_STAMP, freshUntil, saturated(freshUntil, written.staleTtl()),
				saturated(freshUntil, written.staleIfErrorTtl()), written.readTime().toNanos(), written.nullValue(),
				written.payload());
	}

	private static long saturated(long from, Duration window) {
		return from + window.toNanos();
	}

}
