package dev.stampede.sample;

import java.sql.ResultSet;
import java.sql.SQLException;
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
public class CardSets {

	private static final String SALES = """
			SELECT name, released_on, card_number, copies, cents
			FROM card_set JOIN (
				SELECT set_code, card_number, SUM(quantity) AS copies, SUM(quantity * price_cents) AS cents
				FROM order_line GROUP BY set_code, card_number
			) AS sales ON set_code = code
			WHERE code = ? ORDER BY cents DESC, card_number""";

	private final JdbcClient jdbc;

	private final AtomicLong reads = new AtomicLong();

	private volatile Trouble trouble = Trouble.NONE;

	/**
	 * Creates the source.
	 * @param jdbc the database
	 */
	public CardSets(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Reads a set from the database.
	 * @param code the code of the set
	 * @return the set, if there is one
	 */
	public Optional<CardSet> read(String code) {
		this.reads.incrementAndGet();
		this.trouble.strike();
		List<Row> rows = this.jdbc.sql(SALES).param(code).query((row, number) -> Row.of(code, row)).list();
		return rows.stream().findFirst().map((row) -> row.set().with(rows.stream().map(Row::sales).toList()));
	}

	/**
	 * Returns how often this instance has read.
	 * @return the number of reads
	 */
	public long reads() {
		return this.reads.get();
	}

	/**
	 * Returns the trouble that reads have.
	 * @return the trouble
	 */
	public Trouble trouble() {
		return this.trouble;
	}

	/**
	 * Gives trouble to the reads from now on.
	 * @param trouble the trouble
	 */
	public void trouble(Trouble trouble) {
		this.trouble = trouble;
	}

	/**
	 * One row of the answer: the set, the same in all rows, and one of its cards.
	 */
	private record Row(CardSet set, CardSales sales) {

		static Row of(String code, ResultSet row) throws SQLException {
			CardSet set = CardSet.withoutSales(code, row.getString("name"),
					row.getObject("released_on", LocalDate.class));
			return new Row(set, new CardSales(row.getInt("card_number"), row.getLong("copies"),
					row.getBigDecimal("cents").movePointLeft(2)));
		}

	}

}
