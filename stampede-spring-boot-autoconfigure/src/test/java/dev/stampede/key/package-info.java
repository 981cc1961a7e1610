/**
 * Tests of keys.
 */
@NullMarked
package dev.stampede.key;

import org.jspecify.annotations.NullMarked;
