package dev.stampede.sample;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;

/**
 * Callers that are released together, each on a thread of its own.
 *
 * @param answers how the callers were answered, the quickest first
 */
public record Herd(List<Answer> answers) {

	/**
	 * Releases callers and returns when all have an answer.
	 * @param callers how many there are
	 * @param call what each of them does
	 * @return their answers
	 * @throws InterruptedException if interrupted meanwhile
	 */
	public static Herd release(int callers, Runnable call) throws InterruptedException {
		return release(callers, (caller) -> call.run());
	}

	/**
	 * Releases callers, each with its number, and returns when all have an answer.
	 * @param callers how many there are
	 * @param call what each of them does, with its number, from 0
	 * @return their answers
	 * @throws InterruptedException if interrupted meanwhile
	 */
	public static Herd release(int callers, IntConsumer call) throws InterruptedException {
		ExecutorService threads = Executors.newFixedThreadPool(callers);
		try {
			CountDownLatch ready = new CountDownLatch(callers);
			CountDownLatch gate = new CountDownLatch(1);
			List<Future<Answer>> pending = new ArrayList<>();
			for (int i = 0; i < callers; i++) {
				int caller = i;
				pending.add(threads.submit(() -> {
					ready.countDown();
					gate.await();
					return Answer.of(caller, call);
				}));
			}
			ready.await();
			gate.countDown();
			List<Answer> answers = new ArrayList<>();
			for (Future<Answer> answer : pending) {
				answers.add(answer.get());
			}
			answers.sort((one, other) -> Long.compare(one.nanos(), other.nanos()));
			return new Herd(List.copyOf(answers));
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException(ex.getCause());
		}
		finally {
			threads.shutdownNow();
		}
	}

	/**
	 * Returns how many callers got a value.
	 * @return the number of callers
	 */
	public int served() {
		return (int) this.answers.stream().filter(Answer::served).count();
	}

	/**
	 * Returns how many callers got an exception.
	 * @return the number of callers
	 */
	public int failed() {
		return this.answers.size() - served();
	}

	/**
	 * Returns what a share of the callers did not wait longer than.
	 * @param share the share, 1 for all
	 * @return the time in milliseconds
	 */
	public double millis(double share) {
		int rank = (int) Math.ceil(share * this.answers.size());
		return inMillis(this.answers.get(rank - 1).nanos());
	}

	/**
	 * Returns a time in milliseconds, to a tenth.
	 * @param nanos the time in nanoseconds
	 * @return the time in milliseconds
	 */
	public static double inMillis(long nanos) {
		return Math.round(nanos / 100_000.0) / 10.0;
	}

	/**
	 * Answer of one caller.
	 *
	 * @param caller its number
	 * @param served whether with a value
	 * @param start when it called, as of {@link System#nanoTime}
	 * @param nanos how long it waited
	 */
	public record Answer(int caller, boolean served, long start, long nanos) {

		static Answer of(int caller, IntConsumer call) {
			long start = System.nanoTime();
			try {
				call.accept(caller);
				return new Answer(caller, true, start, System.nanoTime() - start);
			}
			catch (RuntimeException ex) {
				return new Answer(caller, false, start, System.nanoTime() - start);
			}
		}

	}

}
