/**
 * Random schedules of the protocol, and what must hold after each of their steps.
 */
@NullMarked
package dev.stampede.simulation;

import org.jspecify.annotations.NullMarked;
