/**
 * Tests of the JSON codecs.
 */
@NullMarked
package dev.stampede.redis.json;

import org.jspecify.annotations.NullMarked;
