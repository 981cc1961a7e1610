package dev.stampede.sample;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

import dev.stampede.sample.CardSet.CardSales;

/**
 * The source: card sets in the database. Each read adds up a few hundred thousand order
 * lines.
 */
@Repository
class CardSets {

	private static final String SET = "SELECT name, released_on FROM card_set WHERE code = ?";

	private static final String SALES = """
			SELECT card_number, SUM(quantity) AS copies, SUM(quantity * price_cents) AS cents
			FROM order_line WHERE set_code = ?
			GROUP BY card_number ORDER BY cents DESC, card_number""";

	private final JdbcClient jdbc;

	private final AtomicLong reads = new AtomicLong();

	CardSets(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	Optional<CardSet> read(String code) {
		Optional<CardSet> set = this.jdbc.sql(SET)
			.param(code)
			.query((row, number) -> CardSet.withoutSales(code, row.getString("name"),
					row.getObject("released_on", LocalDate.class)))
			.optional();
		this.reads.incrementAndGet();
		return set.map((found) -> found.with(sales(code)));
	}

	long reads() {
		return this.reads.get();
	}

	private List<CardSales> sales(String code) {
		return this.jdbc.sql(SALES)
			.param(code)
			.query((row, number) -> new CardSales(row.getInt("card_number"), row.getLong("copies"),
					row.getBigDecimal("cents").movePointLeft(2)))
			.list();
	}

}
