/**
 * What comes back from Redis as it was, what is refused, and the bytes of it.
 */
@NullMarked
package dev.stampede.values;

import org.jspecify.annotations.NullMarked;
