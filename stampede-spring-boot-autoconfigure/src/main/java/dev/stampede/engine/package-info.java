/**
 * The engine: one protected call from its key to its answer, and all that calls of one
 * JVM share. One package, so that its insides stay hidden.
 */
@NullMarked
package dev.stampede.engine;

import org.jspecify.annotations.NullMarked;
