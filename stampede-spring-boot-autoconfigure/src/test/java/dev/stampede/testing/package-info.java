/**
 * What tests of several packages share: a real Redis, one server for all and private ones
 * for tests that hurt it, and time that passes on demand.
 */
@NullMarked
package dev.stampede.testing;

import org.jspecify.annotations.NullMarked;
