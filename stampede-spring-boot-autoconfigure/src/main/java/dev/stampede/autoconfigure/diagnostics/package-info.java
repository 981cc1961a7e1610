/**
 * Advice on configuration that cannot work: what is wrong, where it was written, and what
 * to write instead.
 */
@NullMarked
package dev.stampede.autoconfigure.diagnostics;

import org.jspecify.annotations.NullMarked;
