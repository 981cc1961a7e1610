/**
 * Tests of the engine, and the kit that leads its calls by hand.
 */
@NullMarked
package dev.stampede.engine;

import org.jspecify.annotations.NullMarked;
