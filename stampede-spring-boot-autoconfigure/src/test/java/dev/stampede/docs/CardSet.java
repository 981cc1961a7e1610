package dev.stampede.docs;

import java.math.BigDecimal;

/**
 * A card set of the documentation's examples.
 *
 * @param code the code
 * @param revenue what its cards earned
 */
record CardSet(String code, BigDecimal revenue) {

}
