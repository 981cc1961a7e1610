package dev.stampede.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import dev.stampede.StampedeOperations;
import dev.stampede.StampedeTimeoutException;
import dev.stampede.testing.fleet.SourceClient.SourceFailure;

/**
 * The callers of a member: each calls for one random key after the other, most of them
 * blocking, and reports every call.
 */
final class MemberLoad {

	static final int CALLERS = 10;

	private static final int PAUSE_MILLIS = 8;

	private static final double ASYNC = 0.25;

	private final StampedeOperations operations;

	private final MemberSource source;

	private final Consumer<CallRecord> calls;

	private final ExecutorService executor = Executors.newFixedThreadPool(CALLERS);

	private final List<Thread> callers = new ArrayList<>();

	private final LongAdder made = new LongAdder();

	private volatile boolean stopped;

	MemberLoad(StampedeOperations operations, MemberSource source, Consumer<CallRecord> calls) {
		this.operations = operations;
		this.source = source;
		this.calls = calls;
	}

	void start() {
		for (int i = 1; i <= CALLERS; i++) {
			Thread caller = new Thread(this::call, "caller-" + i);
			caller.setDaemon(true);
			this.callers.add(caller);
			caller.start();
		}
	}

	/**
	 * Waits for the callers' last calls.
	 * @return the number of callers that still hang
	 */
	int stop() throws InterruptedException {
		this.stopped = true;
		long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Soak.CALL_LIMIT);
		int hung = 0;
		for (Thread caller : this.callers) {
			caller.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
			hung += caller.isAlive() ? 1 : 0;
		}
		this.executor.shutdown();
		return hung;
	}

	long made() {
		return this.made.sum();
	}

	private void call() {
		ThreadLocalRandom random = ThreadLocalRandom.current();
		try {
			while (!this.stopped) {
				SoakCache cache = SoakCache.random();
				call(cache, SoakCache.skewed(random.nextDouble()), random.nextDouble() < ASYNC);
				TimeUnit.MILLISECONDS.sleep(random.nextInt(PAUSE_MILLIS));
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void call(SoakCache cache, int key, boolean async) throws InterruptedException {
		AtomicInteger reads = new AtomicInteger();
		this.made.increment();
		long start = System.nanoTime();
		String result;
		try {
			String value = async ? getAsync(cache, key, reads) : get(cache, key, reads);
			result = (value != null) ? value : CallRecord.DEFAULT;
		}
		catch (InterruptedException ex) {
			throw ex;
		}
		catch (Throwable ex) {
			result = CallRecord.thrown(ex);
		}
		this.calls.accept(new CallRecord(cache, key, start, System.nanoTime(), reads.get(), result));
	}

	private @Nullable String get(SoakCache cache, int key, AtomicInteger reads) {
		return this.operations.get(cache.cacheName(), SoakCache.key(key), String.class, () -> {
			reads.incrementAndGet();
			return this.source.read(cache, key);
		});
	}

	private @Nullable String getAsync(SoakCache cache, int key, AtomicInteger reads) throws Throwable {
		CompletableFuture<@Nullable String> answer = this.operations.getAsync(cache.cacheName(), SoakCache.key(key),
				String.class, () -> {
					reads.incrementAndGet();
					return CompletableFuture.supplyAsync(() -> this.source.read(cache, key), this.executor);
				});
		try {
			return answer.get(Soak.CALL_LIMIT, TimeUnit.MILLISECONDS);
		}
		catch (ExecutionException ex) {
			throw (ex.getCause() != null) ? ex.getCause() : ex;
		}
		catch (TimeoutException ex) {
			throw new IllegalStateException("An asynchronous call hangs", ex);
		}
	}

	/**
	 * A call as its caller saw it. Written as one line.
	 *
	 * @param cache the cache
	 * @param key the number of the key
	 * @param start when it began, on the clock that all JVMs of the machine share
	 * @param end when it ended
	 * @param reads how often it read the source
	 * @param result the value, {@link #DEFAULT}, or the class of an exception
	 */
	record CallRecord(SoakCache cache, int key, long start, long end, int reads, String result) {

		static final String DEFAULT = "(default)";

		static final String FAILED = "(source failed)";

		static final String TIMED_OUT = "(timed out)";

		static CallRecord parse(String line) {
			String[] words = line.split(" ", 6);
			return new CallRecord(SoakCache.valueOf(words[0]), Integer.parseInt(words[1]), Long.parseLong(words[2]),
					Long.parseLong(words[3]), Integer.parseInt(words[4]), words[5]);
		}

		static String thrown(Throwable ex) {
			if (ex instanceof SourceFailure || ex.getCause() instanceof SourceFailure) {
				return FAILED;
			}
			return (ex instanceof StampedeTimeoutException) ? TIMED_OUT : "(thrown) " + ex;
		}

		@Override
		public String toString() {
			return String.join(" ", this.cache.name(), String.valueOf(this.key), String.valueOf(this.start),
					String.valueOf(this.end), String.valueOf(this.reads), this.result.replace('\n', ' '));
		}

	}

}
