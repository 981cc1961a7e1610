/**
 * Tests of Spring's cache abstraction on protected entries, and beside our annotation.
 */
@NullMarked
package dev.stampede.cache;

import org.jspecify.annotations.NullMarked;
