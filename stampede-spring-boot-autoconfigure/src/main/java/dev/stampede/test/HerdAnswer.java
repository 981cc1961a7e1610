package dev.stampede.test;

import org.jspecify.annotations.Nullable;

/**
 * Answer that one caller got.
 *
 * @param value the value
 * @param failure the exception or error instead of a value
 * @param nanos how long it took
 * @param <T> the type of the value
 */
record HerdAnswer<T>(@Nullable T value, @Nullable Throwable failure, long nanos) {

}
