/**
 * Acceptance tests: fleets of contexts and of JVMs on one real Redis.
 */
@NullMarked
package dev.stampede.acceptance;

import org.jspecify.annotations.NullMarked;
