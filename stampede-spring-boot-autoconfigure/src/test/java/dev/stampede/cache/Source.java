package dev.stampede.cache;

import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/**
 * A source that several application contexts share: it counts its reads, and takes as
 * long as a test wants.
 */
class Source {

	private final AtomicInteger reads = new AtomicInteger();

	volatile Runnable work = () -> {
	};

	volatile @Nullable Exception failure;

	int reads() {
		return this.reads.get();
	}

	void reset() {
		this.reads.set(0);
		this.failure = null;
		this.work = () -> {
		};
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
