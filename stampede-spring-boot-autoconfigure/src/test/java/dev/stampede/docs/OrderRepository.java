package dev.stampede.docs;

import java.math.BigDecimal;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The source of the documentation's examples, which counts its reads.
 */
class OrderRepository {

	final AtomicInteger reads = new AtomicInteger();

	CardSet addUpSales(String code) {
		return new CardSet(code, BigDecimal.valueOf(this.reads.incrementAndGet()));
	}

}
