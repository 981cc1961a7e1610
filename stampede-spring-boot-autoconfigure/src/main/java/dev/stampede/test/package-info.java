/**
 * Support for tests of applications: herds of concurrent callers, and how often they read
 * the source. Needs AssertJ, which {@code spring-boot-starter-test} brings.
 */
@NullMarked
package dev.stampede.test;

import org.jspecify.annotations.NullMarked;
