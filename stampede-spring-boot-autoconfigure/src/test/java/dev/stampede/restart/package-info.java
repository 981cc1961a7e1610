/**
 * Applications whose classes come from a class loader of their own.
 */
@NullMarked
package dev.stampede.restart;

import org.jspecify.annotations.NullMarked;
