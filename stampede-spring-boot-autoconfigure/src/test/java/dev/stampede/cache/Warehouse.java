package dev.stampede.cache;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The slow source of the existing application, shared by all its nodes.
 */
class Warehouse {

	private final AtomicInteger reads = new AtomicInteger();

	private final AtomicInteger changes = new AtomicInteger();

	int reads() {
		return this.reads.get();
	}

	Price read(String product) {
		this.reads.incrementAndGet();
		try {
			Thread.sleep(300);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		return Price.of(product, this.changes.get());
	}

	Price change(String product) {
		return Price.of(product, this.changes.incrementAndGet());
	}

}
