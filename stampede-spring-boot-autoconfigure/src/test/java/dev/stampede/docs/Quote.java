package dev.stampede.docs;

import java.math.BigDecimal;

/**
 * The value of the first steps.
 *
 * @param symbol what is traded
 * @param price its price
 */
// tag::quote
record Quote(String symbol, BigDecimal price) {

}
// end::quote
