package dev.stampede.cache;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;

/**
 * The source of the existing application, shared by all its nodes.
 */
class Warehouse extends CountedSource {

	private final AtomicInteger changes = new AtomicInteger();

	Price read(String product) {
		read();
		return Price.of(product, this.changes.get());
	}

	Price change(String product) {
		return Price.of(product, this.changes.incrementAndGet());
	}

	/**
	 * Waits until at least so many reads have begun.
	 */
	void awaitReads(int count) {
		Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> reads() >= count);
	}

}
