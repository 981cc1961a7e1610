/**
 * Harness of a fleet: members in JVMs of their own, callers that are released together,
 * and a source that all share. Tests, the soak test and the benchmarks use it.
 */
@NullMarked
package dev.stampede.testing.fleet;

import org.jspecify.annotations.NullMarked;
