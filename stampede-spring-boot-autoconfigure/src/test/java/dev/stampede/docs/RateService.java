package dev.stampede.docs;

import java.math.BigDecimal;

import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Service;

// tag::cacheable
@Service
class RateService {

	private final RateBoard board;

	RateService(RateBoard board) {
		this.board = board;
	}

	@Cacheable(cacheNames = "rates", sync = true)
	BigDecimal rate(String currency) {
		return this.board.ask(currency);
	}

	@CacheEvict("rates")
	void rateChanged(String currency) {
	}

}
// end::cacheable
