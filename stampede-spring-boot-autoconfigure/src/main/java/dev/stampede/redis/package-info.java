/**
 * The entry store on Redis: keys, entries, scripts, messages and a connection of its own.
 */
@NullMarked
package dev.stampede.redis;

import org.jspecify.annotations.NullMarked;
