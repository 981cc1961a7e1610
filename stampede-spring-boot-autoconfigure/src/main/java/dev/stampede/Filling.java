package dev.stampede;

import java.time.Duration;

/**
 * What a fill writes. The store stamps it with its own clock.
 *
 * @param nullValue whether the value is null; the payload is then empty
 * @param payload the encoded value
 * @param ttl how long the entry is fresh
 * @param staleTtl how much longer it may be served to losers
 * @param staleIfErrorTtl how much longer it may stand in for a failed source
 * @param readTime how long the source read took
 * @since 0.1.0
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Filling(boolean nullValue, byte[] payload, Duration ttl, Duration staleTtl, Duration staleIfErrorTtl,
		Duration readTime) {

}
