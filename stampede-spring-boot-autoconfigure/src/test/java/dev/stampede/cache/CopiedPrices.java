package dev.stampede.cache;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;

import dev.stampede.StampedeProtected;

/**
 * A service beside whose cached entries copies are kept for losers, and for when its
 * source fails.
 */
class CopiedPrices {

	private final CountedSource source;

	CopiedPrices(CountedSource source) {
		this.source = source;
	}

	@StampedeProtected
	@Cacheable("copied")
	Price find(String product) {
		return Price.of(product, this.source.read());
	}

	@StampedeProtected
	@Cacheable("spare")
	Price findOrFail(String product) throws Exception {
		return Price.of(product, this.source.readOrFail());
	}

	@StampedeProtected
	@Cacheable(cacheNames = "copied", key = "'unless ' + #product", unless = "#result.amount > 1")
	Price findUnless(String product) {
		return Price.of(product, this.source.read());
	}

	@CacheEvict("copied")
	void drop(String product) {
	}

	@CacheEvict(cacheNames = "copied", beforeInvocation = true)
	void dropBefore(String product) throws IOException {
		throw new IOException(product);
	}

	@CacheEvict(cacheNames = "copied", condition = "#product != 'kept'")
	void dropUnlessKept(String product) {
	}

	@CacheEvict(cacheNames = "copied", allEntries = true)
	void dropAll() {
	}

	@CachePut(cacheNames = "copied", key = "#result.product")
	Price put(Price price) {
		return price;
	}

	@CachePut(cacheNames = "copied", key = "#result.product")
	Optional<Price> putOptional(Price price) {
		return Optional.of(price);
	}

	@CachePut(cacheNames = "copied", key = "#result.product")
	CompletableFuture<Price> putLater(Price price) {
		return CompletableFuture.completedFuture(price);
	}

	@CachePut(cacheNames = "copied", key = "#price.product")
	@Nullable Price putNothing(Price price) throws IOException {
		throw new IOException("not put");
	}

}
