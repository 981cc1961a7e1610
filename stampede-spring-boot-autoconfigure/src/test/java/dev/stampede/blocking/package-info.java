/**
 * What blocks which threads.
 */
@NullMarked
package dev.stampede.blocking;

import org.jspecify.annotations.NullMarked;
