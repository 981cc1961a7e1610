/**
 * Tests of the card catalogue, alone and as a fleet.
 */
@NullMarked
package dev.stampede.sample;

import org.jspecify.annotations.NullMarked;
