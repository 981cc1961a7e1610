package dev.stampede.docs;

import java.math.BigDecimal;

import org.springframework.cache.annotation.Cacheable;

import dev.stampede.StampedeProtected;

/**
 * A method with both annotations.
 */
class ProtectedRateService {

	private final RateBoard board;

	ProtectedRateService(RateBoard board) {
		this.board = board;
	}

	// tag::beside
	@StampedeProtected
	@Cacheable(cacheNames = "rates", key = "#currency")
	BigDecimal rate(String currency) {
		return this.board.ask(currency);
	}
	// end::beside

}
