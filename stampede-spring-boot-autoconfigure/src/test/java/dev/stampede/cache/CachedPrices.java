package dev.stampede.cache;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import dev.stampede.StampedeProtected;

/**
 * A service that knows nothing but Spring's annotations, except where the two meet.
 */
class CachedPrices {

	private final CountedSource source;

	CachedPrices(CountedSource source) {
		this.source = source;
	}

	@Cacheable(cacheNames = "prices", sync = true)
	Price find(String product) {
		return Price.of(product, this.source.read());
	}

	@Cacheable("prices")
	Price findPlain(String product) {
		return Price.of(product, this.source.read());
	}

	@StampedeProtected(cacheName = "prices")
	Price findProtected(String product) {
		return Price.of(product, this.source.read());
	}

	@CachePut(cacheNames = "prices", key = "#price.product()")
	Price save(Price price) {
		return price;
	}

	@CacheEvict("prices")
	void drop(String product) {
	}

	@CacheEvict(cacheNames = "prices", beforeInvocation = true)
	void dropEarly(String product) {
		throw new IllegalStateException("after the eviction");
	}

	@CacheEvict(cacheNames = "prices", allEntries = true)
	void dropAll() {
	}

	@Cacheable(cacheNames = "prices", sync = true)
	Price findOrFail(String product) throws Exception {
		return Price.of(product, this.source.readOrFail());
	}

	@Cacheable(cacheNames = "tuples", sync = true)
	Price find(String product, int quantity) {
		return Price.of(product, this.source.read() * 100 + quantity);
	}

	@StampedeProtected(cacheName = "tuples")
	Price findProtected(String product, int quantity) {
		return Price.of(product, this.source.read() * 100 + quantity);
	}

	@Cacheable(cacheNames = "constant", sync = true)
	List<Price> findAll() {
		return List.of(Price.of("a", this.source.read()), Price.of("b", 0));
	}

	@Cacheable(cacheNames = "names", sync = true)
	List<String> findNames() {
		return new ArrayList<>(List.of("name-" + this.source.read()));
	}

	@Cacheable(cacheNames = "plain-lists")
	List<Price> findAllPlain(String product) {
		return List.of(Price.of(product, this.source.read()));
	}

	@Cacheable(cacheNames = "optionals", sync = true)
	Optional<Price> findOptional(String product) {
		int number = this.source.read();
		return product.equals("absent") ? Optional.empty() : Optional.of(Price.of(product, number));
	}

	@Cacheable(cacheNames = "optionals")
	Optional<Price> findOptionalPlain(String product) {
		int number = this.source.read();
		return product.equals("absent") ? Optional.empty() : Optional.of(Price.of(product, number));
	}

	@StampedeProtected(cacheName = "optionals")
	Optional<Price> findOptionalProtected(String product) {
		int number = this.source.read();
		return product.equals("absent") ? Optional.empty() : Optional.of(Price.of(product, number));
	}

	@Cacheable(cacheNames = "nulls", sync = true)
	@Nullable Price findNull(String product) {
		this.source.read();
		return null;
	}

	@Cacheable("nulls")
	@Nullable Price findNullPlain(String product) {
		this.source.read();
		return null;
	}

	@Cacheable(cacheNames = "no-nulls", sync = true)
	@Nullable Price findUnstoredNull(String product) {
		this.source.read();
		return null;
	}

	@Cacheable(cacheNames = "futures", sync = true)
	CompletableFuture<Price> findLater(String product) {
		return CompletableFuture.supplyAsync(() -> Price.of(product, this.source.read()));
	}

	@Cacheable("futures")
	CompletableFuture<Price> findLaterPlain(String product) {
		return CompletableFuture.completedFuture(Price.of(product, this.source.read()));
	}

	@Cacheable(cacheNames = "monos", sync = true)
	Mono<Price> findMono(String product) {
		return Mono.fromSupplier(() -> Price.of(product, this.source.read()));
	}

	@Cacheable("monos")
	Mono<Price> findMonoPlain(String product) {
		return Mono.fromSupplier(() -> Price.of(product, this.source.read()));
	}

	@Cacheable(cacheNames = "fluxes", sync = true)
	Flux<Price> findFlux(String product) {
		return Flux.defer(() -> Flux.just(Price.of(product, this.source.read()), Price.of(product, 0)));
	}

	@Cacheable("unstorable")
	Object findUnstorable(String product) {
		return Price.of(product, this.source.read());
	}

}
