package dev.stampede.interceptor;

import org.jspecify.annotations.Nullable;

/**
 * A call of a method with Spring's cache annotations.
 *
 * @param method the method
 * @param arguments the arguments of the call
 * @since 0.1.0
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record CachedInvocation(CachedMethod method, @Nullable Object[] arguments) {

}
