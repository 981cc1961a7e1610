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

	private final Source source;

	CachedPrices(Source source) {
		this.source = source;
	}

	@Cacheable(cacheNames = "prices", sync = true)
	public Price find(String product) {
		return Price.of(product, this.source.read());
	}

	@Cacheable("prices")
	public Price findPlain(String product) {
		return Price.of(product, this.source.read());
	}

	@StampedeProtected(cacheName = "prices")
	public Price findProtected(String product) {
		return Price.of(product, this.source.read());
	}

	@CachePut(cacheNames = "prices", key = "#price.product()")
	public Price save(Price price) {
		return price;
	}

	@CacheEvict("prices")
	public void drop(String product) {
	}

	@CacheEvict(cacheNames = "prices", beforeInvocation = true)
	public void dropEarly(String product) {
		throw new IllegalStateException("after the eviction");
	}

	@CacheEvict(cacheNames = "prices", allEntries = true)
	public void dropAll() {
	}

	@Cacheable(cacheNames = "prices", sync = true)
	public Price findOrFail(String product) throws Exception {
		return Price.of(product, this.source.readOrFail());
	}

	@Cacheable(cacheNames = "tuples", sync = true)
	public Price find(String product, int quantity) {
		return Price.of(product, this.source.read() * 100 + quantity);
	}

	@StampedeProtected(cacheName = "tuples")
	public Price findProtected(String product, int quantity) {
		return Price.of(product, this.source.read() * 100 + quantity);
	}

	@Cacheable(cacheNames = "constant", sync = true)
	public List<Price> findAll() {
		return List.of(Price.of("a", this.source.read()), Price.of("b", 0));
	}

	@Cacheable(cacheNames = "names", sync = true)
	public List<String> findNames() {
		return new ArrayList<>(List.of("name-" + this.source.read()));
	}

	@Cacheable(cacheNames = "plain-lists")
	public List<Price> findAllPlain(String product) {
		return List.of(Price.of(product, this.source.read()));
	}

	@Cacheable(cacheNames = "optionals", sync = true)
	public Optional<Price> findOptional(String product) {
		int number = this.source.read();
		return product.equals("absent") ? Optional.empty() : Optional.of(Price.of(product, number));
	}

	@Cacheable(cacheNames = "optionals")
	public Optional<Price> findOptionalPlain(String product) {
		int number = this.source.read();
		return product.equals("absent") ? Optional.empty() : Optional.of(Price.of(product, number));
	}

	@StampedeProtected(cacheName = "optionals")
	public Optional<Price> findOptionalProtected(String product) {
		int number = this.source.read();
		return product.equals("absent") ? Optional.empty() : Optional.of(Price.of(product, number));
	}

	@Cacheable(cacheNames = "nulls", sync = true)
	public @Nullable Price findNull(String product) {
		this.source.read();
		return null;
	}

	@Cacheable("nulls")
	public @Nullable Price findNullPlain(String product) {
		this.source.read();
		return null;
	}

	@Cacheable(cacheNames = "no-nulls", sync = true)
	public @Nullable Price findUnstoredNull(String product) {
		this.source.read();
		return null;
	}

	@Cacheable(cacheNames = "futures", sync = true)
	public CompletableFuture<Price> findLater(String product) {
		return CompletableFuture.supplyAsync(() -> Price.of(product, this.source.read()));
	}

	@Cacheable("futures")
	public CompletableFuture<Price> findLaterPlain(String product) {
		return CompletableFuture.completedFuture(Price.of(product, this.source.read()));
	}

	@Cacheable(cacheNames = "monos", sync = true)
	public Mono<Price> findMono(String product) {
		return Mono.fromSupplier(() -> Price.of(product, this.source.read()));
	}

	@Cacheable("monos")
	public Mono<Price> findMonoPlain(String product) {
		return Mono.fromSupplier(() -> Price.of(product, this.source.read()));
	}

	@Cacheable(cacheNames = "fluxes", sync = true)
	public Flux<Price> findFlux(String product) {
		return Flux.defer(() -> Flux.just(Price.of(product, this.source.read()), Price.of(product, 0)));
	}

	@Cacheable("unstorable")
	public Object findUnstorable(String product) {
		return Price.of(product, this.source.read());
	}

}
