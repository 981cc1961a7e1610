package dev.stampede.cache;

import org.springframework.cache.annotation.CacheConfig;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Service;

import dev.stampede.StampedeProtected;

/**
 * The same service with one annotation more.
 */
@Service("stock")
@CacheConfig(cacheNames = "stock")
class ProtectedStockService implements Stock {

	private final Warehouse warehouse;

	ProtectedStockService(Warehouse warehouse) {
		this.warehouse = warehouse;
	}

	@Override
	@StampedeProtected
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
