/**
 * Storage of the optional near cache (L1): entries kept in the JVM for a short time.
 */
@NullMarked
package dev.stampede.near;

import org.jspecify.annotations.NullMarked;
