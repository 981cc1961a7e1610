package dev.stampede.engine;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Executor of the turns of asynchronous calls, on a bounded number of threads of another
 * executor. A turn computes: it decodes, and completes a future. So a crowd of callers
 * that is answered at once needs no more threads than there are processors. What depends
 * on a user's future may block a turn all the same, even on another call: while turns
 * wait and none is taken for a moment, one more thread takes them. Safe for use by
 * several threads.
 */
final class TurnExecutor implements Executor {

	private static final Log logger = LogFactory.getLog(TurnExecutor.class);

	private static final int THREADS = 2 * Runtime.getRuntime().availableProcessors();

	private static final long STANDSTILL = Duration.ofMillis(20).toNanos();

	private final Queue<Runnable> turns = new ConcurrentLinkedQueue<>();

	private final AtomicInteger takers = new AtomicInteger();

	private final AtomicLong taken = new AtomicLong();

	private final AtomicBoolean watched = new AtomicBoolean();

	private final Executor executor;

	private final Timers timers;

	TurnExecutor(Executor executor, Timers timers) {
		this.executor = executor;
		this.timers = timers;
	}

	/**
	 * Runs a turn soon.
	 * @param turn the turn
	 * @throws RuntimeException if the other executor threw it; then the turn is not run
	 * @throws Error likewise
	 */
	@Override
	public void execute(Runnable turn) {
		this.turns.add(turn);
		try {
			if (!addTaker(THREADS)) {
				watch();
			}
		}
		catch (RuntimeException | Error ex) {
			if (this.turns.remove(turn)) {
				throw ex;
			}
		}
	}

	// false if there are enough
	private boolean addTaker(int most) {
		int present;
		do {
			present = this.takers.get();
			if (present >= most) {
				return false;
			}
		}
		while (!this.takers.compareAndSet(present, present + 1));
		try {
			this.executor.execute(this::takeAll);
			return true;
		}
		catch (RuntimeException | Error ex) {
			this.takers.decrementAndGet();
			throw ex;
		}
	}

	private void takeAll() {
		do {
			for (Runnable turn = this.turns.poll(); turn != null; turn = this.turns.poll()) {
				this.taken.incrementAndGet();
				run(turn);
			}
			this.takers.decrementAndGet();
		}
		while (!this.turns.isEmpty() && returns());
	}

	// a turn that came while this thread was leaving may have found enough takers
	private boolean returns() {
		int present = this.takers.get();
		return present < THREADS && this.takers.compareAndSet(present, present + 1);
	}

	private void watch() {
		if (this.watched.compareAndSet(false, true)) {
			long before = this.taken.get();
			try {
				Future<?> unused = this.timers.after(STANDSTILL, () -> helpIfNothingMovedSince(before));
			}
			catch (RuntimeException | Error ex) {
				this.watched.set(false); // the next turn tries again
				throw ex;
			}
		}
	}

	private void helpIfNothingMovedSince(long before) {
		this.watched.set(false);
		if (this.turns.isEmpty()) {
			return;
		}
		if (this.taken.get() == before) {
			try {
				addTaker(Integer.MAX_VALUE);
			}
			catch (RuntimeException | Error ex) {
				logger.debug("There is no thread for another turn just now", ex);
			}
		}
		watch();
	}

	private static void run(Runnable turn) {
		try {
			turn.run();
		}
		catch (Throwable ex) {
			logger.debug("A turn ended with an exception of its own", ex);
		}
	}

}
