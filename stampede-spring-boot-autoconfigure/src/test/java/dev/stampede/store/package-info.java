/**
 * The contract of every entry store, and a store in memory that keeps it.
 */
@NullMarked
package dev.stampede.store;

import org.jspecify.annotations.NullMarked;
