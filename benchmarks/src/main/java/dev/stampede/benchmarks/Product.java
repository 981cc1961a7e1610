package dev.stampede.benchmarks;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A value of about a kilobyte, as applications cache it.
 *
 * @param id what identifies it
 * @param name its name
 * @param price its price
 * @param changed when it was changed
 * @param tags what it is found by
 */
record Product(String id, String name, BigDecimal price, Instant changed, List<String> tags) {

	static Product of(String id) {
		return new Product(id, "Product " + id, new BigDecimal("19.99"), Instant.parse("2026-01-01T12:00:00Z"),
				IntStream.range(0, 60).mapToObj((tag) -> "a tag no. " + tag).toList());
	}

}
