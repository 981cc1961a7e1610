package dev.stampede.faults;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * The source that the instances of a test share: the value of the first read of {@code a}
 * is {@code a-1}, unless the test says something else.
 */
final class Source {

	private final ConcurrentMap<String, Integer> reads = new ConcurrentHashMap<>();

	private volatile Body body = (key, number) -> key + "-" + number;

	@Nullable String read(String key) throws Exception {
		int number = this.reads.merge(key, 1, Integer::sum);
		return this.body.read(key, number);
	}

	/**
	 * Returns how often a key was read.
	 */
	int reads(String key) {
		return this.reads.getOrDefault(key, 0);
	}

	/**
	 * Sets what the next reads do, after they were counted.
	 */
	void body(Body next) {
		this.body = next;
	}

	/**
	 * Holds the first read of a key back until the gate opens.
	 */
	Gate hold(String key) {
		Gate gate = new Gate();
		Body rest = this.body;
		this.body = (read, number) -> {
			if (read.equals(key) && number == 1) {
				gate.pass();
			}
			return rest.read(read, number);
		};
		return gate;
	}

	/**
	 * What a read does.
	 */
	@FunctionalInterface
	interface Body {

		@Nullable String read(String key, int number) throws Exception;

	}

	/**
	 * Where a read waits.
	 */
	static final class Gate {

		private static final long LIMIT_SECONDS = 30;

		private final CountDownLatch reached = new CountDownLatch(1);

		private final CountDownLatch open = new CountDownLatch(1);

		/**
		 * Waits until the read is under way.
		 */
		void awaitReading() throws InterruptedException {
			await(this.reached);
		}

		void open() {
			this.open.countDown();
		}

		void pass() throws InterruptedException {
			this.reached.countDown();
			await(this.open);
		}

		private static void await(CountDownLatch latch) throws InterruptedException {
			if (!latch.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
				throw new IllegalStateException("What was waited for did not happen");
			}
		}

	}

}
