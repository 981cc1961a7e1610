/**
 * Soak test: JVMs under constant load on one real Redis, faults at random, and a history
 * that is judged.
 */
@NullMarked
package dev.stampede.soak;

import org.jspecify.annotations.NullMarked;
