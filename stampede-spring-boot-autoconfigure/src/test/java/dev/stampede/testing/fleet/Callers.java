package dev.stampede.testing.fleet;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Callers of a herd in one JVM, each on a thread of its own, that stand ready and are
 * released together.
 */
public final class Callers {

	private final CountDownLatch gate = new CountDownLatch(1);

	private final List<FutureTask<Void>> tasks = new ArrayList<>();

	private Callers() {
	}

	/**
	 * Returns callers that all stand ready.
	 * @param number how many
	 * @param caller what each of them does
	 * @return the callers
	 * @throws InterruptedException if interrupted meanwhile
	 */
	public static Callers ready(int number, Caller caller) throws InterruptedException {
		Callers callers = new Callers();
		CountDownLatch ready = new CountDownLatch(number);
		for (int i = 0; i < number; i++) {
			int index = i;
			FutureTask<Void> task = new FutureTask<>(() -> {
				ready.countDown();
				callers.gate.await();
				caller.call(index);
				return null;
			});
			callers.tasks.add(task);
			Thread thread = new Thread(task, "caller-" + i);
			thread.setDaemon(true);
			thread.start();
		}
		ready.await();
		return callers;
	}

	/**
	 * Releases them.
	 */
	public void release() {
		this.gate.countDown();
	}

	/**
	 * Waits until all have come back.
	 * @param limit how long at most
	 * @return the numbers of those that have not
	 * @throws InterruptedException if interrupted meanwhile
	 * @throws IllegalStateException if a caller threw something
	 */
	public List<Integer> await(Duration limit) throws InterruptedException {
		long end = System.nanoTime() + limit.toNanos();
		List<Integer> hung = new ArrayList<>();
		for (int i = 0; i < this.tasks.size(); i++) {
			try {
				this.tasks.get(i).get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
			}
			catch (TimeoutException ex) {
				hung.add(i);
			}
			catch (ExecutionException ex) {
				throw new IllegalStateException("Caller " + i + " failed", ex.getCause());
			}
		}
		return hung;
	}

	/**
	 * Work of a caller.
	 */
	@FunctionalInterface
	public interface Caller {

		/**
		 * Calls.
		 * @param number the number of the caller, from 0
		 * @throws InterruptedException if interrupted meanwhile
		 */
		void call(int number) throws InterruptedException;

	}

}
