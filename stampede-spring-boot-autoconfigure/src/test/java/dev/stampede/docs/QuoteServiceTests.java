package dev.stampede.docs;

import java.math.BigDecimal;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

import dev.stampede.StampedeOperations;
import dev.stampede.test.Herd;
import dev.stampede.test.StampedeEvents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;

/**
 * The test of the first steps.
 */
// tag::quotetest
@SpringBootTest
@Import(StampedeEvents.class)
class QuoteServiceTests {

	@Autowired
	private QuoteService quotes;

	@Autowired
	private StampedeOperations operations;

	@Autowired
	private StampedeEvents events;

	@MockitoBean
	private Exchange exchange;

	@Test
	void aHundredCallersCostOneRead() throws Exception {
		this.operations.evict("quotes", "ACME");
		Quote quote = new Quote("ACME", new BigDecimal("12.50"));
		given(this.exchange.ask("ACME")).willReturn(quote);
		assertThat(Herd.of(100).countedBy(this.events).call(() -> this.quotes.findQuote("ACME"))).hasSourceReads(1)
			.allReturned(quote);
	}

}
// end::quotetest
