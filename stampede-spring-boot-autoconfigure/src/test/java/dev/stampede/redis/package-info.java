/**
 * Tests of the entry store on Redis.
 */
@NullMarked
package dev.stampede.redis;

import org.jspecify.annotations.NullMarked;
