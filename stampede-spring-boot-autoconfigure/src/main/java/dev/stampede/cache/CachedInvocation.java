package dev.stampede.cache;

import org.jspecify.annotations.Nullable;

/**
 * A call of a method with Spring's cache annotations.
 *
 * @param method the method
 * @param arguments the arguments of the call
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record CachedInvocation(CachedMethod method, @Nullable Object[] arguments) {

}
