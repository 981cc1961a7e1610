package dev.stampede.autoconfigure;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A bean of which each read gives another value.
 */
class Followed {

	private final AtomicInteger reads = new AtomicInteger();

	String read() {
		return "read " + this.reads.incrementAndGet();
	}

}
