package dev.stampede.actuate;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * What an eviction did.
 *
 * @param cache the cache
 * @param key the key, or its hash
 * @param evicted whether there was an entry; a regeneration is void in any case
 */
record EvictionDescriptor(String cache, String key, boolean evicted) implements OperationResponseBody {

}
