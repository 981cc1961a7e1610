package dev.stampede.docs;

import org.jspecify.annotations.Nullable;

import dev.stampede.StampedeOperations;

/**
 * The examples without the annotation.
 */
class CatalogueOperations {

	private final StampedeOperations operations;

	private final OrderRepository orders;

	CatalogueOperations(StampedeOperations operations, OrderRepository orders) {
		this.operations = operations;
		this.orders = orders;
	}

	@Nullable CardSet find(String code) {
		// tag::operations
		CardSet set = this.operations.get("sets", code, CardSet.class, () -> this.orders.addUpSales(code));
		// end::operations
		return set;
	}

	void orderArrived(String code) {
		// tag::evict
		this.operations.evict("sets", code);
		// end::evict
	}

}
