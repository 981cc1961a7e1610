/**
 * That herds are let loose, and counted.
 */
@NullMarked
package dev.stampede.benchmarks.herd;

import org.jspecify.annotations.NullMarked;
