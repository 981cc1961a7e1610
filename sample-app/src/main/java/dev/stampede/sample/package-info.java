/**
 * A card catalogue with one expensive query, read with and without protection.
 */
@NullMarked
package dev.stampede.sample;

import org.jspecify.annotations.NullMarked;
