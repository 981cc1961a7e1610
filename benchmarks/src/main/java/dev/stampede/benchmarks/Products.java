package dev.stampede.benchmarks;

import org.springframework.cache.annotation.Cacheable;

import dev.stampede.StampedeProtected;

/**
 * A source whose methods are cached in the ways compared here.
 */
class Products {

	@StampedeProtected(cacheName = "bytes", key = "#id")
	byte[] protectedBytes(String id) {
		return bytes();
	}

	@Cacheable(cacheNames = "bytes", key = "#id")
	byte[] cacheableBytes(String id) {
		return bytes();
	}

	@StampedeProtected(cacheName = "products", key = "#id")
	Product protectedProduct(String id) {
		return Product.of(id);
	}

	@Cacheable(cacheNames = "products", key = "#id")
	Product cacheableProduct(String id) {
		return Product.of(id);
	}

	private static byte[] bytes() {
		byte[] bytes = new byte[1024];
		for (int i = 0; i < bytes.length; i++) {
			bytes[i] = (byte) ('a' + i % 26);
		}
		return bytes;
	}

}
