package dev.stampede.testing;

import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Time that passes when a test says so: a ticker, and a scheduler that runs what has
 * become due, in order, on the test's thread. For use by one thread.
 */
public final class ManualScheduler extends AbstractExecutorService implements ScheduledExecutorService {

	private final PriorityQueue<Task<?>> tasks = new PriorityQueue<>();

	private long now = 1_000_000_000L;

	private long sequence;

	/**
	 * Returns what the ticker says.
	 * @return nanoseconds
	 */
	public long now() {
		return this.now;
	}

	/**
	 * Lets time pass.
	 * @param millis how much
	 */
	public void pass(long millis) {
		long end = this.now + TimeUnit.MILLISECONDS.toNanos(millis);
		while (!this.tasks.isEmpty() && this.tasks.element().due <= end) {
			Task<?> task = this.tasks.remove();
			this.now = Math.max(this.now, task.due);
			task.run();
		}
		this.now = end;
	}

	/**
	 * Returns how many tasks are pending.
	 * @return the number of tasks that have not been cancelled
	 */
	public int pending() {
		return (int) this.tasks.stream().filter((task) -> !task.isCancelled()).count();
	}

	@Override
	public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
		return schedule(() -> {
			command.run();
			return true;
		}, delay, unit);
	}

	@Override
	public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
		Task<V> task = new Task<>(callable, this.now + unit.toNanos(delay), this.sequence++);
		this.tasks.add(task);
		return task;
	}

	@Override
	public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long initialDelay, long period, TimeUnit unit) {
		throw new UnsupportedOperationException();
	}

	@Override
	public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long initialDelay, long delay, TimeUnit unit) {
		throw new UnsupportedOperationException();
	}

	@Override
	public void execute(Runnable command) {
		command.run();
	}

	@Override
	public void shutdown() {
	}

	@Override
	public List<Runnable> shutdownNow() {
		return List.of();
	}

	@Override
	public boolean isShutdown() {
		return false;
	}

	@Override
	public boolean isTerminated() {
		return false;
	}

	@Override
	public boolean awaitTermination(long timeout, TimeUnit unit) {
		return true;
	}

	private final class Task<V> extends FutureTask<V> implements RunnableScheduledFuture<V> {

		private final long due;

		private final long sequence;

		private Task(Callable<V> callable, long due, long sequence) {
			super(callable);
			this.due = due;
			this.sequence = sequence;
		}

		@Override
		public long getDelay(TimeUnit unit) {
			return unit.convert(this.due - ManualScheduler.this.now, TimeUnit.NANOSECONDS);
		}

		@Override
		public int compareTo(Delayed other) {
			Task<?> task = (Task<?>) other;
			int byTime = Long.compare(this.due, task.due);
			return (byTime != 0) ? byTime : Long.compare(this.sequence, task.sequence);
		}

		@Override
		public boolean isPeriodic() {
			return false;
		}

		@Override
		public boolean cancel(boolean mayInterruptIfRunning) {
			ManualScheduler.this.tasks.remove(this);
			return super.cancel(mayInterruptIfRunning);
		}

	}

}
