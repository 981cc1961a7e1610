package dev.stampede.docs;

import org.springframework.stereotype.Service;

import dev.stampede.StampedeProtected;

// tag::annotation
@Service
class CatalogueService {

	private final OrderRepository orders;

	CatalogueService(OrderRepository orders) {
		this.orders = orders;
	}

	@StampedeProtected(cacheName = "sets", ttl = 60_000)
	CardSet findSet(String code) {
		return this.orders.addUpSales(code); // 200,000 order lines
	}

}
// end::annotation
