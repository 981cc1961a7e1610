package dev.stampede.docs;

import java.math.BigDecimal;
import java.util.concurrent.atomic.AtomicInteger;

import dev.stampede.StampedeOperations;
import dev.stampede.StampedeProtected;

/**
 * What the examples of the page about migration become.
 */
class MigratedPrices {

	private final StampedeOperations operations;

	private final Prices prices = new Prices();

	MigratedPrices(StampedeOperations operations) {
		this.operations = operations;
	}

	// @formatter:off
	// tag::migrated
	@StampedeProtected(cacheName = "prices", ttl = 60_000)
	BigDecimal price(String id) {
		return this.prices.ask(id);
	}

	void priceChanged(String id) {
		this.operations.evict("prices", id);
	}
	// end::migrated
	// @formatter:on

	/**
	 * The source, which gets dearer with each read.
	 */
	static class Prices {

		private final AtomicInteger reads = new AtomicInteger();

		BigDecimal ask(String id) {
			return BigDecimal.valueOf(this.reads.incrementAndGet());
		}

	}

}
