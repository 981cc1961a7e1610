package dev.stampede.docs;

import java.math.BigDecimal;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import dev.stampede.StampedeOperations;
import dev.stampede.engine.StampedeEngine;
import dev.stampede.policy.PolicyResolver;
import dev.stampede.redis.RedisEntryStore;

/**
 * The examples of the page about use without the annotation.
 */
class ProductCatalogue {

	private final StampedeOperations operations;

	private final Products products = new Products();

	ProductCatalogue(StampedeOperations operations) {
		this.operations = operations;
	}

	// @formatter:off
	// tag::generic
	@Nullable List<Product> inCategory(String category) {
		return this.operations.get("products", category, new ParameterizedTypeReference<List<Product>>() { },
				() -> this.products.inCategory(category));
	}
	// end::generic

	// tag::async
	CompletableFuture<@Nullable Product> cheapest(String category) {
		return this.operations.getAsync("cheapest", category, Product.class,
				() -> this.products.cheapest(category));
	}
	// end::async

	void priceChanged(String category, List<Product> products, Product cheapest) {
		// tag::put
		this.operations.put("cheapest", category, cheapest);
		this.operations.put("products", category, new ParameterizedTypeReference<List<Product>>() { }, products);
		// end::put
	}

	void allChanged() {
		// tag::clear
		this.operations.clear("products");
		// end::clear
	}

	static @Nullable String withoutSpring(RedisConnectionFactory connectionFactory) {
		// tag::plain
		ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);
		try (RedisEntryStore store = RedisEntryStore.builder(connectionFactory, threads, threads).build();
				StampedeEngine engine = StampedeEngine.builder(store, threads, threads).build()) {
			StampedeOperations operations = StampedeEngine.operations(engine, store, PolicyResolver.builtIn());
			return operations.get("greetings", "en", String.class, () -> "Hello");
		}
		finally {
			threads.shutdown();
		}
		// end::plain
	}
	// @formatter:on

	/**
	 * A product.
	 *
	 * @param name the name
	 * @param price the price
	 */
	record Product(String name, BigDecimal price) {

	}

	/**
	 * The source, which gets dearer with each read.
	 */
	static class Products {

		private final AtomicInteger reads = new AtomicInteger();

		List<Product> inCategory(String category) {
			return List.of(new Product(category, BigDecimal.valueOf(this.reads.incrementAndGet())));
		}

		CompletableFuture<Product> cheapest(String category) {
			return CompletableFuture.supplyAsync(() -> inCategory(category).get(0), Runnable::run);
		}

	}

}
