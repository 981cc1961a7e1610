/**
 * What a hit costs, beside what else one could use.
 */
@NullMarked
package dev.stampede.benchmarks;

import org.jspecify.annotations.NullMarked;
