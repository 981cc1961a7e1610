package dev.stampede.cache;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

import dev.stampede.event.StampedeListener;

/**
 * A source that several application contexts share: it counts its reads, and takes as
 * long as a test wants. As a listener it counts callers that joined another's flight.
 */
class CountedSource implements StampedeListener {

	private final AtomicInteger reads = new AtomicInteger();

	private final AtomicInteger joined = new AtomicInteger();

	volatile Runnable work = () -> {
	};

	volatile @Nullable Exception failure;

	int reads() {
		return this.reads.get();
	}

	void reset() {
		this.reads.set(0);
		this.joined.set(0);
		this.failure = null;
		this.work = () -> {
		};
	}

	@Override
	public void coalesced(String cacheName) {
		this.joined.incrementAndGet();
	}

	/**
	 * Waits until at least so many callers in all have joined a flight.
	 */
	void awaitJoined(int callers) {
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> this.joined.get() >= callers);
	}

	/**
	 * Reads, and returns the number of this read.
	 */
	int read() {
		int number = this.reads.incrementAndGet();
		this.work.run();
		return number;
	}

	/**
	 * Reads, or fails if a failure is set.
	 */
	int readOrFail() throws Exception {
		int number = read();
		Exception thrown = this.failure;
		if (thrown != null) {
			throw thrown;
		}
		return number;
	}

}
