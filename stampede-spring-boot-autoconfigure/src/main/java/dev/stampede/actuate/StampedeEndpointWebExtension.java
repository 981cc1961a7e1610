package dev.stampede.actuate;

import java.util.Map;

import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

import dev.stampede.StampedeStoreException;

/**
 * Web extension that gives evictions a status: 404 for a cache that is not known here,
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
	 * Evicts one key and voids a running refresh.
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
