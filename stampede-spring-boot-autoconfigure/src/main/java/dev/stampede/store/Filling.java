package dev.stampede.store;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * What a fill writes. The store stamps it with its own clock.
 *
 * @param nullValue whether the value is null; the payload is then empty
 * @param payload the encoded value
 * @param ttl how long the entry is fresh
 * @param staleTtl how much longer it may be served to losers
 * @param staleIfErrorTtl how much longer it may stand in for a failed source
 * @param readTime how long the source read took
 * @param trace the {@code traceparent} of that read, for those who wait for it elsewhere;
 * null if there is none
 * @since 0.1.0
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Filling(boolean nullValue, byte[] payload, Duration ttl, Duration staleTtl, Duration staleIfErrorTtl,
		Duration readTime, @Nullable String trace) {

	/**
	 * Creates what a fill writes, without a trace.
	 * @param nullValue whether the value is null
	 * @param payload the encoded value
	 * @param ttl how long the entry is fresh
	 * @param staleTtl how much longer it may be served to losers
	 * @param staleIfErrorTtl how much longer it may stand in for a failed source
	 * @param readTime how long the source read took
	 */
	public Filling(boolean nullValue, byte[] payload, Duration ttl, Duration staleTtl, Duration staleIfErrorTtl,
			Duration readTime) {
		this(nullValue, payload, ttl, staleTtl, staleIfErrorTtl, readTime, null);
	}

	/**
	 * Returns the same filling with the trace of its read.
	 * @param traceParent identifies the read in traces; null if there is none
	 * @return the filling
	 */
	public Filling tracedAs(@Nullable String traceParent) {
		return new Filling(this.nullValue, this.payload, this.ttl, this.staleTtl, this.staleIfErrorTtl, this.readTime,
				traceParent);
	}

}
