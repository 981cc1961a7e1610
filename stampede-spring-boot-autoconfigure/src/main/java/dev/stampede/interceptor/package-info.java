/**
 * From the annotation on a method to the engine.
 */
@NullMarked
package dev.stampede.interceptor;

import org.jspecify.annotations.NullMarked;
