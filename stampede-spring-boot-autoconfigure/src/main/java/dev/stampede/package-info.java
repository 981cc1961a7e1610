/**
 * Cache stampede protection: one source read per key while every other caller waits, gets
 * a stale value, a default or an error, as its policy says.
 */
@NullMarked
package dev.stampede;

import org.jspecify.annotations.NullMarked;
