package dev.stampede;

/**
 * What all calls of one protected method have in common; made once and kept.
 *
 * @param <T> the type of the value
 * @param cacheName the name of the cache
 * @param policy how calls are protected
 * @param codec how values are stored
 * @since 0.1.0
 */
public record CallSpec<T>(String cacheName, StampedePolicy policy, ValueCodec<T> codec) {

}
