package dev.stampede.actuate;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Result of an eviction.
 *
 * @param cache the cache
 * @param key the key, or its hash
 * @param evicted whether there was an entry; a running refresh is void in any case
 */
record EvictionDescriptor(String cache, String key, boolean evicted) implements OperationResponseBody {

}
