package dev.stampede.autoconfigure;

import java.util.concurrent.atomic.AtomicInteger;

import dev.stampede.StampedeProtected;

/**
 * A protected source.
 */
class Prices {

	final AtomicInteger reads = new AtomicInteger();

	@StampedeProtected("prices")
	String find(String id) {
		return id + this.reads.incrementAndGet();
	}

}
