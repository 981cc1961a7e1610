/**
 * What herds over several JVMs cost, beside what else one could use.
 */
@NullMarked
package dev.stampede.benchmarks.herd;

import org.jspecify.annotations.NullMarked;
