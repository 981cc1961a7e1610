package dev.stampede.actuate;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

import dev.stampede.StampedeStoreException;

/**
 * Web extension that takes a key of any characters as a parameter of the request, since a
 * path loses some, and gives evictions a status: 404 for a cache that is not known here,
 * 503 if Redis could not be reached and nothing was evicted.
 *
 * @since 0.1.0
 */
@EndpointWebExtension(endpoint = StampedeEndpoint.class)
public final class StampedeEndpointWebExtension {

	private final StampedeEndpoint endpoint;

	/**
	 * Creates the extension.
	 * @param endpoint the endpoint
	 */
	public StampedeEndpointWebExtension(StampedeEndpoint endpoint) {
		this.endpoint = endpoint;
	}

	/**
	 * Shows one cache, or one key of it as Redis has it at this moment.
	 * @param cache the name of the cache
	 * @param key the key as rendered in Redis, or the hash of one that is in flight here;
	 * null for the cache itself
	 * @return the description, or null if no such cache is known
	 */
	@ReadOperation
	public @Nullable OperationResponseBody cache(@Selector String cache, @Nullable String key) {
		return (key != null) ? this.endpoint.key(cache, key) : this.endpoint.cache(cache);
	}

	/**
	 * Evicts one key that is a parameter of the request, and voids a running refresh.
	 * @param cache the name of the cache
	 * @param key the key, as for reading
	 * @return the response
	 */
	@DeleteOperation
	public WebEndpointResponse<?> evictKey(@Selector String cache, String key) {
		return evict(cache, key);
	}

	/**
	 * Evicts one key that is the rest of the path, and voids a running refresh.
	 * @param cache the name of the cache
	 * @param key the key, as for reading
	 * @return the response
	 */
	@DeleteOperation
	public WebEndpointResponse<?> evict(@Selector String cache,
			@Selector(match = Selector.Match.ALL_REMAINING) String... key) {
		try {
			Object evicted = this.endpoint.evict(cache, key);
			return (evicted != null) ? new WebEndpointResponse<>(evicted)
					: new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
		}
		catch (StampedeStoreException ex) {
			return new WebEndpointResponse<>(Map.of("error", "Nothing was evicted: " + ex.getMessage()),
					WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE);
		}
	}

}
