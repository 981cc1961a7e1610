/**
 * Micrometer: events to meters, source reads and waits to observations.
 */
@NullMarked
package dev.stampede.metrics;

import org.jspecify.annotations.NullMarked;
