package dev.stampede.docs;

import java.math.BigDecimal;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A slow source of the documentation's examples.
 */
class RateBoard {

	private final AtomicInteger reads = new AtomicInteger();

	/**
	 * Returns how often it was asked.
	 */
	BigDecimal ask(String currency) {
		return BigDecimal.valueOf(this.reads.incrementAndGet());
	}

}
