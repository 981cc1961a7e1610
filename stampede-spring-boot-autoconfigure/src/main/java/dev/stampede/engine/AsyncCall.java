package dev.stampede.engine;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

import dev.stampede.StampedeException;
import dev.stampede.StampedeStoreException;
import dev.stampede.event.StampedeListener;
import dev.stampede.event.StampedeObserver;
import dev.stampede.key.EntryKey;

/**
 * Driver of one call by continuation: no thread waits. A reply of the store, a timer or
 * another caller continues the call on the engine's executor, one turn at a time, never
 * on an event loop.
 * <p>
 * Who has something for the call leaves it here and adds a turn. The thread that adds the
 * first turn runs it, and those that are added meanwhile.
 *
 * @param <T> the type of the value
 */
final class AsyncCall<T> implements Waker {

	private final EngineContext engine;

	private final Executor executor;

	private final SourceCall.Async<T> source;

	private final Call<T> call;

	private final CallPath<T> path;

	private final CallFuture future = new CallFuture();

	private final AtomicInteger turns = new AtomicInteger();

	private volatile boolean signalled;

	private volatile boolean cancelled;

	private volatile @Nullable Runnable arrived;

	private boolean pending;

	private volatile @Nullable CompletableFuture<?> reading;

	private @Nullable Future<?> timer;

	private AsyncCall(EngineContext engine, Executor executor, CallSpec<T> spec, EntryKey key,
			SourceCall.Async<T> source, boolean background) {
		this.engine = engine;
		this.executor = executor;
		this.source = source;
		this.call = new Call<>(engine, spec, key, source, this, background);
		this.call.partOf(engine.observer().current());
		this.path = new CallPath<>(engine, this.call);
	}

	static <T> CompletableFuture<@Nullable T> run(EngineContext engine, CallSpec<T> spec, EntryKey key,
			SourceCall.Async<T> source) {
		AsyncCall<T> driver = new AsyncCall<>(engine, engine.executor(), spec, key, source, false);
		driver.begin();
		return driver.future;
	}

	static <T> void refresh(EngineContext engine, CallSpec<T> spec, EntryKey key, SourceCall.Async<T> source) {
		new AsyncCall<>(engine, engine.executor(), spec, key, source, true).begin();
	}

	static <T> CompletableFuture<@Nullable T> bypass(SourceCall.Async<T> source) {
		CompletableFuture<@Nullable T> future = new CompletableFuture<>();
		try {
			Stages.follow(Stages.present(source.read(), "source"), future);
		}
		catch (Throwable ex) {
			future.completeExceptionally(ex);
		}
		return future;
	}

	@Override
	public void wake() {
		this.signalled = true;
		addTurn();
	}

	private void begin() {
		this.arrived = this.path::start;
		this.turns.incrementAndGet();
		takeTurns();
	}

	private void addTurn() {
		if (this.turns.getAndIncrement() == 0) {
			Once turn = new Once(this::takeTurns);
			try {
				this.engine.turns().execute(turn);
			}
			catch (Throwable ex) {
				// shutting down, or no thread to be had: better here than never
				turn.run();
			}
		}
	}

	private void takeTurns() {
		int taken = this.turns.get();
		do {
			try {
				takeTurn();
			}
			catch (Throwable ex) {
				giveUp(ex);
			}
			taken = this.turns.addAndGet(-taken);
		}
		while (taken != 0);
	}

	private void giveUp(Throwable ex) {
		try {
			this.path.abandon();
		}
		catch (Throwable abandoning) {
			ex.addSuppressed(abandoning);
		}
		this.future.completeExceptionally(ex);
	}

	private void takeTurn() {
		Runnable news = this.arrived;
		if (news != null) {
			this.arrived = null;
			this.pending = false;
			news.run();
		}
		else if (this.call.step() == Step.AWAIT) {
			if (this.cancelled) {
				this.path.interrupted(new CancellationException());
			}
			else if (this.signalled || this.call.awaitUntil() - this.engine.now() <= 0) {
				this.signalled = false;
				this.path.awoken();
			}
		}
		proceed();
	}

	private void proceed() {
		while (!this.pending) {
			switch (this.call.step()) {
				case COMMAND -> execute();
				case SOURCE -> read();
				case AWAIT -> {
					await();
					return;
				}
				case DONE -> {
					complete();
					return;
				}
			}
		}
		if (this.cancelled && this.reading != null && this.call.isAlone()) {
			this.reading.cancel(true);
		}
	}

	private void execute() {
		if (this.cancelled && !this.path.isShielded()) {
			this.path.interrupted(new CancellationException());
			return;
		}
		this.pending = true;
		this.engine.store().executeAsync(this.call.command()).whenComplete((reply, ex) -> {
			if (ex != null) {
				arrive(() -> this.path.failed(asStoreFailure(ex)));
			}
			else {
				arrive(() -> this.path.replied(reply));
			}
		});
	}

	private void read() {
		this.pending = true;
		if (this.cancelled && this.call.isAlone()) {
			arrive(() -> this.path.sourceFailed(new CancellationException(), true, 0));
			return;
		}
		Once reader = new Once(this::startReading);
		try {
			this.executor.execute(reader);
		}
		catch (Throwable ex) {
			if (reader.claim()) {
				arrive(() -> this.path.sourceFailed(ex, true, 0));
			}
		}
	}

	private void startReading() {
		long start = this.engine.now();
		CompletionStage<? extends @Nullable T> stage;
		StampedeObserver.Observed observed = this.call.beginReading();
		this.engine.reentrancy().enter(this.call.key());
		try {
			stage = Stages.present(this.source.read(observed), "source");
			this.reading = Stages.future(stage);
		}
		catch (Throwable ex) {
			stage = CompletableFuture.failedStage(ex);
		}
		finally {
			this.engine.reentrancy().leave();
		}
		arriveWith(stage, observed, start);
	}

	private void arriveWith(CompletionStage<? extends @Nullable T> stage, StampedeObserver.Observed observed,
			long start) {
		try {
			stage.whenComplete((value, ex) -> ended(value, ex, observed, start));
		}
		catch (Throwable ex) { // a stage of the user's that cannot be followed
			ended(null, ex, observed, start);
		}
		addTurn();
	}

	private void ended(@Nullable T value, @Nullable Throwable ex, StampedeObserver.Observed observed, long start) {
		long nanos = this.engine.now() - start;
		if (ex != null) {
			Throwable cause = Stages.unwrapped(ex);
			boolean cancelled = cause instanceof CancellationException;
			observed.ended(StampedeListener.SourceRead.failed(cancelled), cause, null);
			arrive(() -> this.path.sourceFailed(cause, cancelled, nanos));
		}
		else {
			observed.ended(StampedeListener.SourceRead.SUCCESS, null, null);
			arrive(() -> this.path.sourceRead(value, nanos));
		}
	}

	private void await() {
		if (this.signalled || this.cancelled) {
			this.turns.incrementAndGet();
			return;
		}
		Future<?> last = this.timer;
		if (last != null) {
			last.cancel(false);
		}
		this.timer = this.engine.timers().after(this.call.awaitUntil() - this.engine.now(), this::addTurn);
	}

	private void arrive(Runnable news) {
		this.arrived = news;
		addTurn();
	}

	private void complete() {
		Future<?> last = this.timer;
		if (last != null) {
			last.cancel(false);
		}
		this.pending = true;
		CompletionStage<? extends @Nullable T> toCome = this.call.answerToCome();
		if (toCome != null) {
			Stages.follow(toCome, this.future);
			return;
		}
		T value;
		try {
			value = this.call.answer();
		}
		catch (Throwable ex) {
			this.future.completeExceptionally(ex);
			return;
		}
		this.future.complete(value);
	}

	private static StampedeException asStoreFailure(Throwable ex) {
		Throwable cause = Stages.unwrapped(ex);
		return (cause instanceof StampedeException known) ? known : StampedeStoreException.unexpected(cause);
	}

	/** Task that runs once, also where an executor has queued it and thrown as well. */
	private static final class Once extends AtomicBoolean implements Runnable {

		private static final long serialVersionUID = 1L;

		private final transient Runnable task;

		private Once(Runnable task) {
			this.task = task;
		}

		private boolean claim() {
			return compareAndSet(false, true);
		}

		@Override
		public void run() {
			if (claim()) {
				this.task.run();
			}
		}

	}

	/**
	 * Future of the caller. Cancelling it lets this caller go; the source is cancelled
	 * with the last caller.
	 */
	private final class CallFuture extends CompletableFuture<@Nullable T> {

		@Override
		public boolean cancel(boolean mayInterruptIfRunning) {
			boolean first = super.cancel(mayInterruptIfRunning);
			if (first) {
				AsyncCall.this.cancelled = true;
				AsyncCall.this.wake();
			}
			return first;
		}

	}

}
