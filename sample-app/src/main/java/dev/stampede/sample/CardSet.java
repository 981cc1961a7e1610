package dev.stampede.sample;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;

/**
 * A card set and its sales.
 *
 * @param code the code, such as {@code EMS0}
 * @param name the name
 * @param releasedOn the day of its release
 * @param copiesSold how many copies of its cards were sold
 * @param revenue what they earned
 * @param bestSellers the five cards that earned most
 */
public record CardSet(String code, String name, LocalDate releasedOn, long copiesSold, BigDecimal revenue,
		List<CardSales> bestSellers) {

	// Returns the set without its sales.
	static CardSet withoutSales(String code, String name, LocalDate releasedOn) {
		return new CardSet(code, name, releasedOn, 0, BigDecimal.ZERO, List.of());
	}

	// Returns the set with sales.
	CardSet with(List<CardSales> sales) {
		long copies = sales.stream().mapToLong(CardSales::copiesSold).sum();
		BigDecimal earned = sales.stream().map(CardSales::revenue).reduce(BigDecimal.ZERO, BigDecimal::add);
		return new CardSet(this.code, this.name, this.releasedOn, copies, earned, sales.stream().limit(5).toList());
	}

	/**
	 * Sales of one card.
	 *
	 * @param number the number of the card in its set
	 * @param copiesSold how many copies were sold
	 * @param revenue what they earned
	 */
	public record CardSales(int number, long copiesSold, BigDecimal revenue) {

	}

}
