package dev.stampede.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Threads that call at the same time.
 */
final class ManyThreads {

	private ManyThreads() {
	}

	/**
	 * Lets every caller be called by as many threads at once.
	 * @param threads the number of threads for each caller
	 * @param callers what they call
	 * @return what each thread got
	 */
	@SafeVarargs
	static <T> List<T> call(int threads, Callable<? extends T>... callers) throws Exception {
		ExecutorService executor = Executors.newFixedThreadPool(threads * callers.length);
		try {
			CountDownLatch ready = new CountDownLatch(threads * callers.length);
			List<Future<T>> futures = new ArrayList<>();
			for (Callable<? extends T> caller : callers) {
				for (int i = 0; i < threads; i++) {
					futures.add(executor.submit(() -> {
						ready.countDown();
						ready.await();
						return caller.call();
					}));
				}
			}
			List<T> answers = new ArrayList<>();
			for (Future<T> future : futures) {
				answers.add(future.get(30, TimeUnit.SECONDS));
			}
			return answers;
		}
		finally {
			executor.shutdownNow();
		}
	}

}
