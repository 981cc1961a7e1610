/**
 * Tests of the demonstrations, over HTTP, in a browser, and as a fleet.
 */
@NullMarked
package dev.stampede.sample.demo;

import org.jspecify.annotations.NullMarked;
