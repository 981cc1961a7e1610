package dev.stampede.docs;

import dev.stampede.OnLose;
import dev.stampede.StampedeProtected;

/**
 * The example of the page about the annotation.
 */
class PriceService {

	private final Market market;

	PriceService(Market market) {
		this.market = market;
	}

	// @formatter:off
	// tag::price
	@StampedeProtected(cacheName = "prices", key = "#product.id", lockTtl = 2000,
			onLose = { OnLose.SERVE_STALE, OnLose.RETURN_DEFAULT }, fallback = "listPrice")
	Price findPrice(Product product) {
		return this.market.ask(product.id());
	}

	Price listPrice(Product product, Throwable reason) {
		return product.listPrice();
	}
	// end::price
	// @formatter:on

	interface Market {

		Price ask(String id);

	}

	record Product(String id, Price listPrice) {

	}

	record Price(long cents) {

	}

}
