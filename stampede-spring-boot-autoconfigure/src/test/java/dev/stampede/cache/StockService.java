package dev.stampede.cache;

import org.springframework.cache.annotation.CacheConfig;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Service;

/**
 * A service as applications have it that never heard of stampedes.
 */
@Service("stock")
@CacheConfig(cacheNames = "stock")
class StockService implements Stock {

	private final Warehouse warehouse;

	StockService(Warehouse warehouse) {
		this.warehouse = warehouse;
	}

	@Override
	@Cacheable(key = "#product.toUpperCase()", unless = "#result == null")
	public Price find(String product) {
		return this.warehouse.read(product);
	}

	@Override
	@CachePut(key = "#product.toUpperCase()")
	public Price change(String product) {
		return this.warehouse.change(product);
	}

	@Override
	@CacheEvict(key = "#product.toUpperCase()")
	public void forget(String product) {
	}

	@Override
	@CacheEvict(allEntries = true)
	public void forgetAll() {
	}

}
