package dev.stampede.cache;

import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.transaction.annotation.Transactional;

import dev.stampede.OnLose;
import dev.stampede.StampedeProtected;

/**
 * A service whose methods carry both annotations.
 */
class BesidePrices {

	private final CountedSource source;

	BesidePrices(CountedSource source) {
		this.source = source;
	}

	@StampedeProtected
	@Cacheable("prices")
	Price find(String product) {
		return Price.of(product, this.source.read());
	}

	@StampedeProtected
	@Cacheable(cacheNames = "sync", sync = true)
	Price findSynchronized(String product) {
		return Price.of(product, this.source.read());
	}

	@Cacheable("prices")
	Price findWithoutOurs(String product) {
		return Price.of(product, this.source.read());
	}

	@StampedeProtected
	@Cacheable("prices")
	Price find(String product, int quantity) {
		return Price.of(product, this.source.read() * 100 + quantity);
	}

	@StampedeProtected
	@Cacheable(cacheNames = { "a", "b" }, unless = "#result.isEmpty()")
	List<Price> findAll(String product) {
		int number = this.source.read();
		return product.equals("none") ? List.of() : List.of(Price.of(product, number));
	}

	@StampedeProtected
	@Cacheable(cacheNames = "prices", condition = "#product != 'uncached'", key = "'when ' + #product")
	Price findConditionally(String product) {
		return Price.of(product, this.source.read());
	}

	@StampedeProtected
	@Cacheable("optionals")
	Optional<Price> findOptional(String product) {
		int number = this.source.read();
		return product.equals("absent") ? Optional.empty() : Optional.of(Price.of(product, number));
	}

	@StampedeProtected
	@Cacheable("nulls")
	@Nullable Price findNull(String product) {
		this.source.read();
		return null;
	}

	@StampedeProtected
	@Cacheable("prices")
	Price findOrFail(String product) throws Exception {
		return Price.of(product, this.source.readOrFail());
	}

	@StampedeProtected(onLose = OnLose.RETURN_DEFAULT, fallback = "unknown")
	@Cacheable("prices")
	Price findOrDefault(String product) {
		return Price.of(product, this.source.read());
	}

	Price unknown(String product) {
		return Price.of("unknown " + product, 0);
	}

	@StampedeProtected
	@Cacheable("prices")
	@Transactional
	Price findInTransaction(String product) {
		return Price.of(product, this.source.read());
	}

	@Transactional
	@Cacheable("prices")
	@StampedeProtected
	Price findInTransactionAnnotatedInAnotherOrder(String product) {
		return Price.of(product, this.source.read());
	}

	@StampedeProtected
	@Cacheable("prices")
	Price findByOpaqueKey(Thread product) {
		return Price.of(product.getName(), this.source.read());
	}

	@StampedeProtected
	@Cacheable(cacheNames = "prices", keyGenerator = "reversed")
	Price findByGeneratedKey(String product) {
		return Price.of(product, this.source.read());
	}

	@StampedeProtected
	@Cacheable(cacheResolver = "byArgument")
	Price findInResolvedCache(String product) {
		return Price.of(product, this.source.read());
	}

	@CacheEvict("prices")
	void drop(String product) {
	}

}
