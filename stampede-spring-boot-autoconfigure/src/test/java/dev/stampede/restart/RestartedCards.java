package dev.stampede.restart;

import java.io.Serializable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

import dev.stampede.StampedeProtected;

/**
 * A protected bean of which everything, cached values too, is loaded anew with each
 * restart.
 */
public class RestartedCards implements IntFunction<RestartedCards.Card> {

	private final AtomicInteger reads = new AtomicInteger();

	@Override
	@StampedeProtected(cacheName = "cards", key = "new dev.stampede.restart.RestartedCards$CardId(#p0)",
			unless = "#result.price().cents() > 1")
	public Card apply(int id) {
		return new Card("card " + id, new Price(this.reads.incrementAndGet()));
	}

	public record CardId(int id) {

	}

	public record Card(String name, Price price) implements Serializable {

	}

	public record Price(int cents) implements Serializable {

	}

}
