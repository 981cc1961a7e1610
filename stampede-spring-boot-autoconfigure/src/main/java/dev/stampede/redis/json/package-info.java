/**
 * JSON as the stored form of values: the codecs, what they write, and the proof that it
 * can be read back.
 */
@NullMarked
package dev.stampede.redis.json;

import org.jspecify.annotations.NullMarked;
