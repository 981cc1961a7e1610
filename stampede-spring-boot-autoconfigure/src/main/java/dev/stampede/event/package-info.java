/**
 * Listeners and observers of what happens, guarded so that none of them can hurt a call,
 * and the counters behind endpoint and meters.
 */
@NullMarked
package dev.stampede.event;

import org.jspecify.annotations.NullMarked;
