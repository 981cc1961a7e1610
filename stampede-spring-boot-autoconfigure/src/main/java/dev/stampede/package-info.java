/**
 * Cache stampede protection, as applications import it: one caller reads the source of a
 * key, while every other caller waits, gets a stale value, a default or an exception, as
 * its policy says.
 */
@NullMarked
package dev.stampede;

import org.jspecify.annotations.NullMarked;
