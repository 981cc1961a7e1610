package dev.stampede.docs;

import java.io.IOException;

import org.springframework.stereotype.Service;

import dev.stampede.StampedeProtected;

/**
 * The service of the first steps.
 */
// tag::quotes
@Service
class QuoteService {

	private final Exchange exchange;

	QuoteService(Exchange exchange) {
		this.exchange = exchange;
	}

	@StampedeProtected("quotes")
	Quote findQuote(String symbol) throws IOException, InterruptedException {
		return this.exchange.ask(symbol);
	}

}
// end::quotes
