package dev.stampede.docs;

import java.math.BigDecimal;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

import dev.stampede.test.Herd;
import dev.stampede.test.StampedeEvents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;

// tag::herd
@SpringBootTest
@Import(StampedeEvents.class)
class CatalogueServiceTests {

	@Autowired
	private CatalogueService catalogue;

	@Autowired
	private StampedeEvents events;

	@MockitoBean
	private OrderRepository orders;

	@Test
	void twoHundredCallersCostOneRead() {
		CardSet set = new CardSet("EMS0", BigDecimal.TEN);
		given(this.orders.addUpSales("EMS0")).willReturn(set);
		assertThat(Herd.of(200).countedBy(this.events).call(() -> this.catalogue.findSet("EMS0"))).hasSourceReads(1)
			.allReturned(set);
	}

}
// end::herd
