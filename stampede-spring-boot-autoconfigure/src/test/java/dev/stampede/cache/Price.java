package dev.stampede.cache;

import java.io.Serializable;
import java.math.BigDecimal;

/**
 * A value.
 *
 * @param product what it is the price of
 * @param amount how much
 */
record Price(String product, BigDecimal amount) implements Serializable {

	static Price of(String product, int amount) {
		return new Price(product, BigDecimal.valueOf(amount));
	}

}
