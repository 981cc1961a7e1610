package dev.stampede.engine;

import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import dev.stampede.StampedeException;
import dev.stampede.event.StampedeListener;
import dev.stampede.event.StampedeObserver;
import dev.stampede.key.EntryKey;
import dev.stampede.policy.StampedePolicy;
import dev.stampede.store.Entry;
import dev.stampede.store.Filling;
import dev.stampede.store.StoreCommand;
import dev.stampede.store.ValueCodec;

/**
 * Call under protection: its key, policy and source, the next {@link Step}, and in the
 * end its answer. {@link CallPath} decides the steps. Confined to the driver that runs
 * it; other threads may call {@link #wake} and {@link #isUnusable} only.
 *
 * @param <T> the type of the value
 */
final class Call<T> implements Waiter {

	private final EngineContext engine;

	private final CallSpec<T> spec;

	private final EntryKey key;

	private final SourceCall<T> source;

	private final Waker waker;

	private final boolean background;

	private final long started;

	private @Nullable Flight flight;

	private NearCache.@Nullable Reservation reservation;

	private volatile long unusableStamp; // also looked at by who brings the entry

	private @Nullable Object parent;

	private @Nullable String traceParent;

	private boolean refreshesAfterwards;

	private boolean looksAgain;

	private Step step = Step.DONE;

	private @Nullable StoreCommand<?> command;

	private long awaitUntil;

	private @Nullable T value;

	private @Nullable CompletionStage<? extends @Nullable T> valueToCome;

	private @Nullable Throwable failure;

	Call(EngineContext engine, CallSpec<T> spec, EntryKey key, SourceCall<T> source, Waker waker, boolean background) {
		this.engine = engine;
		this.spec = spec;
		this.key = key;
		this.source = source;
		this.waker = waker;
		this.background = background;
		this.started = engine.now();
	}

	@Override
	public EntryKey key() {
		return this.key;
	}

	String cacheName() {
		return this.key.cacheName();
	}

	StampedePolicy policy() {
		return this.spec.policy();
	}

	ValueCodec<T> codec() {
		return this.spec.codec();
	}

	CallSpec<T> spec() {
		return this.spec;
	}

	SourceCall<T> source() {
		return this.source;
	}

	// whether it is a refresh that nobody waits for
	boolean isBackground() {
		return this.background;
	}

	@Override
	public long started() {
		return this.started;
	}

	long deadline() {
		return this.started + policy().waitTimeout().toNanos();
	}

	boolean isOverdue() {
		return deadline() - this.engine.now() <= 0;
	}

	boolean isStorable(@Nullable T read) {
		return (read != null || policy().cacheNulls()) && this.source.isStorable(read);
	}

	@Override
	public void wake() {
		this.waker.wake();
	}

	// what its caller was in the middle of, where it goes on on other threads
	void partOf(@Nullable Object outer) {
		this.parent = outer;
	}

	@Nullable Object parent() {
		return this.parent;
	}

	StampedeObserver.Observed beginReading() {
		StampedeObserver.Observed reading = this.engine.observer().reading(cacheName(), this.parent);
		this.traceParent = reading.traceParent();
		return reading;
	}

	@Nullable String traceParent() {
		return this.traceParent;
	}

	// in the background, once this call was served the stale copy and is off its flight
	void refreshAfterwards() {
		this.refreshesAfterwards = true;
	}

	boolean isOnFlight() {
		return this.flight != null;
	}

	Flight flight() {
		return present(this.flight);
	}

	/**
	 * Joins the open flight of its key, or opens one.
	 * @return whether it opened one, and so leads it
	 */
	boolean board() {
		Flight boarded = this.engine.flights().board(this);
		this.flight = boarded;
		giveUpReservation();
		return boarded.wasOpenedBy(this);
	}

	void leave() {
		if (this.flight != null) {
			this.flight.leave(this);
		}
	}

	long unusableStamp() {
		return this.unusableStamp;
	}

	// left a read without a lock, to look at the store again
	void lookAgain() {
		this.looksAgain = true;
	}

	boolean looksAgain() {
		return this.looksAgain;
	}

	// was answered without waiting
	void leaveAnswered() {
		if (this.flight != null) {
			this.flight.leaveAnswered(this);
		}
	}

	// goes on without a flight
	void goOnAlone() {
		leave();
		this.flight = null;
	}

	// whether nobody else waits for the source that it reads
	boolean isAlone() {
		return this.flight == null || !this.flight.hasMembers();
	}

	/**
	 * Decodes an entry into the value of this call. One that is not of the call's type is
	 * of no use to it from then on.
	 * @param entry the entry
	 * @return whether it could be decoded
	 */
	boolean tryDecode(Entry entry) {
		try {
			this.value = entry.nullValue() ? null : codec().decode(entry.payload());
			return true;
		}
		catch (RuntimeException ex) {
			this.unusableStamp = entry.stamp();
			this.engine.events().decodeFailed(cacheName());
			this.engine.warnings().reportUndecodable(cacheName(), ex);
			return false;
		}
	}

	// whether it failed to decode this very entry before
	boolean isUnusable(Entry entry) {
		return entry.isPresent() && entry.stamp() == this.unusableStamp;
	}

	// has the entry kept near if it is fresh
	void readEntry() {
		reserveNear();
		ask(new StoreCommand.Read(this.key, audience()));
	}

	void reserveNear() {
		giveUpReservation();
		this.reservation = this.engine.near().reserve(this.spec, this.key);
	}

	// keeps near what was just decoded
	void keepNear(Entry fresh) {
		if (this.reservation != null) {
			this.reservation.take(codec(), this.value, fresh.freshUntil());
			this.reservation = null;
		}
	}

	// null for not known to be written: then nothing is kept, since it would be older
	void keepWritten(@Nullable Filling written) {
		boolean kept = written != null && this.reservation != null && this.reservation.take(codec(), written);
		this.reservation = null;
		if (!kept) {
			this.engine.near().drop(this.key);
		}
	}

	private void giveUpReservation() {
		if (this.reservation != null) {
			this.reservation.giveUp();
			this.reservation = null;
		}
	}

	Step step() {
		return this.step;
	}

	StoreCommand<?> command() {
		return present(this.command);
	}

	long awaitUntil() {
		return this.awaitUntil;
	}

	void ask(StoreCommand<?> next) {
		this.command = next;
		this.step = Step.COMMAND;
	}

	void readSource() {
		this.step = Step.SOURCE;
	}

	void await(long until) {
		this.awaitUntil = until;
		this.step = Step.AWAIT;
	}

	void finish(StampedeListener.Request result, @Nullable T answer) {
		this.value = answer;
		end(result);
	}

	void finishWithDefault(StampedeException reason) throws Throwable {
		T answer = null;
		if (this.source instanceof SourceCall.Blocking<T> blocking) {
			answer = blocking.defaultValue(reason);
		}
		else if (this.source instanceof SourceCall.Async<T> async) {
			this.valueToCome = Stages.present(async.defaultValue(reason), "default");
		}
		finish(StampedeListener.Request.DEFAULTED, answer);
	}

	/**
	 * Answers with what was just decoded.
	 * @param result how it counts
	 */
	void finish(StampedeListener.Request result) {
		end(result);
	}

	/**
	 * Answers with what was just decoded.
	 * @param copy the stale copy that it was decoded from
	 */
	void finishStale(Entry copy) {
		this.engine.events().servedStale(cacheName(), Math.max(0, this.engine.now() - copy.freshUntil()));
		end(StampedeListener.Request.STALE);
	}

	void fail(StampedeListener.Request result, Throwable ex) {
		this.failure = ex;
		end(result);
	}

	@Nullable T answer() throws Throwable {
		if (this.failure != null) {
			throw this.failure;
		}
		return this.value;
	}

	// of an asynchronous call; null if answer() has it
	@Nullable CompletionStage<? extends @Nullable T> answerToCome() {
		return this.valueToCome;
	}

	private void end(StampedeListener.Request result) {
		this.step = Step.DONE;
		giveUpReservation();
		if (this.flight != null && this.flight.isDetached()) {
			leave();
		}
		if (policy().maxConcurrentReads() > 0) {
			this.engine.bulkhead().giveBack(this);
		}
		if (!this.background) {
			this.engine.events().requested(cacheName(), result);
		}
		if (this.refreshesAfterwards && result == StampedeListener.Request.STALE) {
			this.engine.refresh(this.spec, this.key, this.source);
		}
	}

	// only those of a blocking leader: no other one sleeps while others could be served
	private StoreCommand.@Nullable Audience audience() {
		boolean plain = policy().earlyRefreshBeta() == 0;
		return (plain && this.flight != null && this.source instanceof SourceCall.Blocking)
				? new Members(this, this.flight) : null;
	}

	private static <V> V present(@Nullable V value) {
		if (value == null) {
			throw new IllegalStateException("Not at this step");
		}
		return value;
	}

	/**
	 * Members of a flight whose leader reads the entry. A hit is theirs as soon as it is
	 * there, on the thread that brings it: they need not wait until the leader has woken.
	 * Whatever is no plain hit is left to the leader.
	 *
	 * @param leader the call that reads
	 * @param flight its flight
	 */
	private record Members(Call<?> leader, Flight flight) implements StoreCommand.Audience {

		@Override
		public boolean isWaiting() {
			return this.flight.wasJoined();
		}

		@Override
		public void hear(Entry entry) {
			if (entry.isFresh(this.leader.engine.now()) && !this.leader.isUnusable(entry)
					&& this.leader.source.takesFresh()) {
				this.flight.serve(this.leader, new FlightOutcome.Fresh(entry));
			}
		}

	}

}
