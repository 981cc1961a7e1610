/**
 * Identity of an entry: the name of a cache, a key, and how a key is rendered.
 */
@NullMarked
package dev.stampede.key;

import org.jspecify.annotations.NullMarked;
