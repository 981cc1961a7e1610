/**
 * A real Redis for tests: one shared server for all, private ones for tests that hurt it.
 */
@NullMarked
package dev.stampede.testing;

import org.jspecify.annotations.NullMarked;
