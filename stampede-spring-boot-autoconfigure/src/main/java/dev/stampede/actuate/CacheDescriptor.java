package dev.stampede.actuate;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Description of one cache of one instance. Counters are those since the start of the
 * instance.
 *
 * @param policies effective settings by the method, or other user, that they apply to
 * @param requests calls by how they were answered
 * @param sourceReads source reads by how they ended
 * @param lock contentions for the lock, one for each flight
 * @param release locks given up
 * @param renewals renewals of locks
 * @param waits waits of losers by how they ended
 * @param incidents what else is counted
 * @param flights how many flights are open
 * @param inFlight the open flights; null where all caches are listed
 */
record CacheDescriptor(Map<String, Map<String, SettingDescriptor>> policies, Map<String, Long> requests,
		Map<String, Long> sourceReads, Map<String, Long> lock, Map<String, Long> release, Map<String, Long> renewals,
		Map<String, Long> waits, Map<String, Long> incidents, int flights,
		@Nullable List<FlightDescriptor> inFlight) implements OperationResponseBody {

	/**
	 * A setting.
	 *
	 * @param value its value, a number, a text, a truth value, or a list of texts
	 * @param origin built-in, defaults, annotation or section
	 */
	record SettingDescriptor(Object value, String origin) {

	}

	/**
	 * An open flight.
	 *
	 * @param key the key, or its hash
	 * @param phase reading, contending, waiting or regenerating
	 * @param ageMillis how long it has been open
	 * @param waiters how many callers wait for its leader
	 * @param holder the instance that holds the lock, as far as is known here
	 */
	record FlightDescriptor(String key, String phase, long ageMillis, int waiters, @Nullable String holder) {

	}

}
