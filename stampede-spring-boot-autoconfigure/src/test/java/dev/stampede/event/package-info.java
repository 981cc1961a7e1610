/**
 * Tests of listeners and observers.
 */
@NullMarked
package dev.stampede.event;

import org.jspecify.annotations.NullMarked;
