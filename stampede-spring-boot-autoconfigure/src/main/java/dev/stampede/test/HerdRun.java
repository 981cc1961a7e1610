package dev.stampede.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

/**
 * Run of a herd: all threads are ready before the first is released.
 *
 * @param <T> the type of the value that they call for
 */
final class HerdRun<T> {

	private final CyclicBarrier gate;

	private final long deadline;

	private final Duration limit;

	private final List<Thread> threads = new ArrayList<>();

	private final List<FutureTask<HerdAnswer<T>>> answers = new ArrayList<>();

	HerdRun(int callers, Duration limit) {
		this.gate = new CyclicBarrier(callers);
		this.limit = limit;
		this.deadline = System.nanoTime() + limit.toNanos();
	}

	List<HerdAnswer<T>> answers(Callable<? extends @Nullable T>[] calls) {
		for (int i = 0; i < this.gate.getParties(); i++) {
			Callable<? extends @Nullable T> call = calls[i % calls.length];
			FutureTask<HerdAnswer<T>> answer = new FutureTask<>(() -> answer(call));
			Thread thread = new Thread(answer, "herd-" + i);
			thread.setDaemon(true);
			this.answers.add(answer);
			this.threads.add(thread);
		}
		this.threads.forEach(Thread::start);
		List<HerdAnswer<T>> got = new ArrayList<>();
		for (FutureTask<HerdAnswer<T>> answer : this.answers) {
			got.add(get(answer));
		}
		return got;
	}

	private HerdAnswer<T> answer(Callable<? extends @Nullable T> call)
			throws InterruptedException, BrokenBarrierException {
		this.gate.await();
		long start = System.nanoTime();
		try {
			T value = call.call();
			return new HerdAnswer<>(value, null, System.nanoTime() - start);
		}
		catch (Throwable ex) {
			return new HerdAnswer<>(null, ex, System.nanoTime() - start);
		}
	}

	private HerdAnswer<T> get(FutureTask<HerdAnswer<T>> answer) {
		try {
			return answer.get(this.deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
		}
		catch (TimeoutException ex) {
			throw late();
		}
		catch (InterruptedException ex) {
			interrupt();
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while the herd was under way", ex);
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("The herd could not be released", ex.getCause());
		}
	}

	private AssertionError late() {
		List<Thread> late = new ArrayList<>();
		for (int i = 0; i < this.answers.size(); i++) {
			if (!this.answers.get(i).isDone()) {
				late.add(this.threads.get(i));
			}
		}
		Throwable where = new Throwable("One of them is here");
		if (!late.isEmpty()) {
			where.setStackTrace(late.get(0).getStackTrace());
		}
		interrupt();
		return new AssertionError(late.size() + " of " + this.answers.size() + " callers had no answer within "
				+ this.limit.toMillis() + " ms", where);
	}

	private void interrupt() {
		this.threads.forEach(Thread::interrupt);
	}

}
