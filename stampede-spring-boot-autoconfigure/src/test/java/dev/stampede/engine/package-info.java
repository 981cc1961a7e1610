/**
 * Tests of the engine, and the simulation of its protocol.
 */
@NullMarked
package dev.stampede.engine;

import org.jspecify.annotations.NullMarked;
