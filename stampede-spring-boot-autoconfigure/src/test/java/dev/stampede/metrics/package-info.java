/**
 * Tests of the meters.
 */
@NullMarked
package dev.stampede.metrics;

import org.jspecify.annotations.NullMarked;
