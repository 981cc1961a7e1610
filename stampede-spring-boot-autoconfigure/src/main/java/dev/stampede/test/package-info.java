/**
 * Support for tests of applications: herds of callers, and what they cost the source.
 * Needs AssertJ, which {@code spring-boot-starter-test} brings.
 */
@NullMarked
package dev.stampede.test;

import org.jspecify.annotations.NullMarked;
