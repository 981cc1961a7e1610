package dev.stampede.actuate;

import java.util.Map;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Description of one instance.
 *
 * @param instance the name of the instance, as in tokens
 * @param active whether calls are protected
 * @param redis what is known of Redis
 * @param redisErrors steps of the protocol that failed since the start, by phase
 * @param caches the caches, by name
 */
record InstanceDescriptor(String instance, boolean active, RedisDescriptor redis, Map<String, Long> redisErrors,
		Map<String, CacheDescriptor> caches) implements OperationResponseBody {

	/**
	 * State of Redis as far as it is known, without asking it.
	 *
	 * @param state up, writes_refused, read_only or down
	 * @param since since when, in ISO form
	 * @param wakeUp subscribed, subscribing or polling
	 */
	record RedisDescriptor(String state, String since, String wakeUp) {

	}

}
