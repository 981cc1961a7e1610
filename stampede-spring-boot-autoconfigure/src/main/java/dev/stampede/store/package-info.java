/**
 * The seam to a store: its commands, what they answer, and how values become bytes.
 */
@NullMarked
package dev.stampede.store;

import org.jspecify.annotations.NullMarked;
