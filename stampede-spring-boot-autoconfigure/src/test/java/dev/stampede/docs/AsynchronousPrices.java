package dev.stampede.docs;

import java.util.concurrent.CompletableFuture;

import reactor.core.publisher.Mono;

import dev.stampede.OnLose;
import dev.stampede.StampedeProtected;

/**
 * The examples of the page about asynchronous methods.
 */
class AsynchronousPrices {

	private final Market market;

	AsynchronousPrices(Market market) {
		this.market = market;
	}

	// @formatter:off
	// tag::mono
	@StampedeProtected("prices")
	Mono<Price> findPrice(String id) {
		return this.market.ask(id);
	}
	// end::mono

	// tag::future
	@StampedeProtected(cacheName = "prices", onLose = OnLose.RETURN_DEFAULT, fallback = "lastPrice")
	CompletableFuture<Price> askPrice(String id) {
		return this.market.request(id);
	}

	CompletableFuture<Price> lastPrice(String id) {
		return CompletableFuture.completedFuture(Price.UNKNOWN);
	}
	// end::future
	// @formatter:on

	interface Market {

		Mono<Price> ask(String id);

		CompletableFuture<Price> request(String id);

	}

	record Price(long cents) {

		static final Price UNKNOWN = new Price(0);

	}

}
