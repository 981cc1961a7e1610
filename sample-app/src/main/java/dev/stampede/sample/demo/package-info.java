/**
 * Demonstrations around the catalogue: the page's race, release of a lock and live view,
 * and the fleet.
 */
@NullMarked
package dev.stampede.sample.demo;

import org.jspecify.annotations.NullMarked;
